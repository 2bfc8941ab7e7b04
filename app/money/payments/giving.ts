import { msg } from '@lingui/core/macro'
import { feeOf } from '#app/base/ledger/ledger.ts'
import type { Paybill } from '#app/drives/drive/share.ts'
import { kes, moneyText } from '#app/kit/money.ts'
import type { PictureFile } from '#app/kit/picture.ts'
import type { Says, Words } from '#app/kit/says.ts'
import type { PhoneCapabilities } from '#app/platform/mobile-money.ts'
import type { Channel } from '#app/platform/provider.ts'

// What is true of giving on both sides: which amounts are offered, what fits, and words.

/** How a person pays. */
export type PaymentWay = Channel

/** In cents. None is chosen beforehand. */
export const suggested = [kes(200), kes(500), kes(1000), kes(2500)]
/** Our own page of a payment, which its payer comes back to, or waits on. */
export const resultPath = '/payment-success'

/** The least that may be given, unless the provider's own least is more. */
const giftMin = kes(1)
export const giverNameMax = 200
export const giverEmailMax = 254
export const giftMessageMax = 2000

/** What a form for giving needs of the server. */
export type Giving = {
  /** Tells a form that is sent twice from two forms. */
  key: string
  /** What the payment method takes, in cents. */
  least: number
  most: number
  /** Cents can't be paid. */
  whole: boolean
  /** How one can pay, and what a way takes at most where that is less. */
  ways: PaymentWay[]
  wayMost: Partial<Record<PaymentWay, number>>
  /** What a request on the payer's phone takes; null where that is not offered. */
  byPhone: TakenKey | null
  /** Where it can be paid from the menu of a phone, too, and its givers can say so. */
  byHand: 'paybill' | 'till' | null
  /** How to pay from the menu of any phone; null where that is not offered. */
  paybill: Paybill | null
  /** Which of the two the form begins with. */
  by: 'phone' | 'page'
  /** Of what is given, the platform's share in hundredths of a percent. */
  feeBps: number
  /** Who is signed in. */
  giver: { name: string; email: string | null } | null
  /** Of who came by an invitation: the end of the number that is known, and whether an address is. Neither need be typed. */
  known?: { phone: string | null; email: boolean } | null
  /** Of the drive. */
  picture?: PictureFile | null
}

/** What becomes of so many cents: our share, and what the organiser receives. */
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

/** What the payment method takes. */
export type TakenKey = Pick<Giving, 'least' | 'most' | 'whole' | 'wayMost'>

type Bounds = Pick<PhoneCapabilities, 'minCents' | 'maxCents' | 'wholeShillings'>
/** The same of one that says what it can do. */
export const takenOf = ({ minCents, maxCents, wholeShillings }: Bounds, wayMost: Giving['wayMost'] = {}): TakenKey => ({
  least: Math.max(giftMin, minCents),
  most: maxCents,
  whole: wholeShillings,
  wayMost,
})

/** What is wrong with an amount that the payment method does not take. */
export function misfit(amount: number, { least, most, whole, wayMost }: TakenKey, way?: PaymentWay): Words | undefined {
  if (amount < least) return msg`The smallest amount for this payment method is ${moneyText(least)}`
  const limit = way && wayMost[way]
  if (limit !== undefined && amount > limit) return wayFull(way!, limit)
  if (amount > most) return msg`The largest amount for this payment method is ${moneyText(most)}`
  return whole && amount % 100 !== 0 ? givingTexts.amountWhole : undefined
}

/** A way to pay has a limit of its own. */
const wayFull = (way: PaymentWay, limit: number): Words =>
  way === 'mobile_money'
    ? msg`M-Pesa takes up to ${moneyText(limit)} in one payment. Choose card or bank, or give less.`
    : msg`This way to pay takes up to ${moneyText(limit)} in one payment. Choose another one, or give less.`
