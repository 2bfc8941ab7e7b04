import { msg } from '@lingui/core/macro'
import { feeOf } from '#app/base/ledger/ledger.ts'
import type { Paybill } from '#app/drives/drive/share.ts'
import { kes, moneyText } from '#app/kit/money.ts'
import type { PictureFile } from '#app/kit/picture.ts'
import type { Says, Words } from '#app/kit/says.ts'
import type { PhoneCapabilities } from '#app/platform/providers/mobile-money.server.ts'
import type { Channel } from '#app/platform/providers/provider.ts'

// Rules of giving for server and browser: the amounts that are offered, the limits, and words.

/** The ways to pay. */
export type PaymentWay = Channel

/** The offered amounts, in cents. None is preselected. */
export const suggested = [kes(200), kes(500), kes(1000), kes(2500)]
/** Our own page of a payment, which its payer comes back to, or waits on. */
export const resultPath = '/payment-success'

/** The least that may be given, unless the provider's own least is more. */
const giftMin = kes(1)
export const giverNameMax = 200
export const giverEmailMax = 254
export const giftMessageMax = 2000

/** The data that a form for giving needs of the server. */
export type Giving = {
  /** Tells a form that is sent twice from two forms. */
  key: string
  /** The limits of the payment method, in cents. */
  least: number
  most: number
  /** True if cents can't be paid. */
  whole: boolean
  /** The ways to pay, and the limit of a way where it is lower. */
  ways: PaymentWay[]
  wayMost: Partial<Record<PaymentWay, number>>
  /** The limits of a request on the payer's phone; null where that is not offered. */
  byPhone: TakenKey | null
  /** The number for payments from a phone's menu whose givers can claim them; null if there is none. */
  byHand: 'paybill' | 'till' | null
  /** How to pay from the menu of any phone; null where that is not offered. */
  paybill: Paybill | null
  /** The form that is shown first. */
  by: 'phone' | 'page'
  /** The platform's share of a gift, in hundredths of a percent. */
  feeBps: number
  /** The signed-in person. */
  giver: { name: string; email: string | null } | null
  /** For a person who came by an invitation: the end of the known number, and whether an email is known. Neither need be typed. */
  known?: { phone: string | null; email: boolean } | null
  /** The drive's picture. */
  picture?: PictureFile | null
}

/** Splits an amount in cents into our share and what the organiser receives. */
export function sharesOfGift(amount: number, { feeBps }: Pick<Giving, 'feeBps'>): { fee: number; net: number } {
  const fee = feeOf(amount, feeBps)
  return { fee, net: amount - fee }
}

export const givingTexts = {
  incomplete: { title: msg`Missing Information`, text: msg`Please fill in the required fields`, tone: 'bad' },
  failed: { title: msg`Payment Error`, text: msg`Failed to process donation. Please try again.`, tone: 'bad' },
  amountMissing: msg`Enter an amount`,
  amountShape: msg`Enter an amount such as 500 or 1,000`,
  amountTwice: msg`You chose one amount and typed another. Please choose “Other” or clear what you typed.`,
  amountWhole: msg`This payment method takes whole shillings only.`,
  nameLong: msg`Please use at most 200 characters.`,
  emailMissing: msg`Enter your email`,
  emailShape: msg`Please enter a valid email address.`,
  messageLong: msg`Please use at most 2,000 characters.`,
  driveMissing: msg`Fund drive not found. Please try again.`,
} satisfies Record<string, Words | Says>

/** The limits of a payment method. */
export type TakenKey = Pick<Giving, 'least' | 'most' | 'whole' | 'wayMost'>

type Bounds = Pick<PhoneCapabilities, 'minCents' | 'maxCents' | 'wholeShillings'>
/** Returns the limits of a method from its capabilities. */
export const takenOf = ({ minCents, maxCents, wholeShillings }: Bounds, wayMost: Giving['wayMost'] = {}): TakenKey => ({
  least: Math.max(giftMin, minCents),
  most: maxCents,
  whole: wholeShillings,
  wayMost,
})

/** Returns what is wrong with an amount that the payment method does not take. */
export function misfit(amount: number, { least, most, whole, wayMost }: TakenKey, way?: PaymentWay): Words | undefined {
  if (amount < least) return msg`The smallest amount for this payment method is ${moneyText(least)}`
  const limit = way && wayMost[way]
  if (limit !== undefined && amount > limit) return wayFull(way!, limit)
  if (amount > most) return msg`The largest amount for this payment method is ${moneyText(most)}`
  return whole && amount % 100 !== 0 ? givingTexts.amountWhole : undefined
}

/** Says that a way to pay has a limit of its own. */
const wayFull = (way: PaymentWay, limit: number): Words =>
  way === 'mobile_money'
    ? msg`M-Pesa takes up to ${moneyText(limit)} in one payment. Choose card or bank, or give less.`
    : msg`This way to pay takes up to ${moneyText(limit)} in one payment. Choose another one, or give less.`
