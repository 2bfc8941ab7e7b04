import { msg } from '@lingui/core/macro'
import { kes, moneyText } from '#app/kit/money.ts'
import type { Says, Words } from '#app/kit/says.ts'
import { feeOf } from '../ledger/ledger.ts'

// What is true of giving on both sides: which amounts are offered, what fits, and words.

/** In cents. None is chosen beforehand. */
export const suggested = [kes(200), kes(500), kes(1000), kes(2500)]
/** The least that may be given, unless the provider's own least is more. */
export const giftMin = kes(1)
export const nameMax = 200
export const emailMax = 254
export const messageMax = 2000

/** What a form for giving needs of the server. */
export type Giving = {
  /** Tells a form that is sent twice from two forms. */
  key: string
  /** What the payment method takes, in cents. */
  least: number
  most: number
  /** Cents can't be paid. */
  whole: boolean
  /** Of what is given, the platform's share in hundredths of a percent. */
  feeBps: number
  /** Who is signed in. */
  giver: { name: string; email: string } | null
}

/** What becomes of so many cents: our share, and what the organiser receives. */
export function sharesOf(amount: number, { feeBps }: Pick<Giving, 'feeBps'>): { fee: number; net: number } {
  const fee = feeOf(amount, feeBps)
  return { fee, net: amount - fee }
}

export const says = {
  incomplete: { title: msg`Missing Information`, text: msg`Please fill in the required fields`, tone: 'bad' },
  failed: { title: msg`Payment Error`, text: msg`Failed to process donation. Please try again.`, tone: 'bad' },
  amountMissing: msg`Please choose or type an amount.`,
  amountShape: msg`Please type an amount such as 1,000 or 99.50.`,
  amountTwice: msg`One amount is chosen and another one typed. Please choose “Other” or clear what you typed.`,
  amountWhole: msg`This payment method takes whole shillings only.`,
  nameLong: msg`Please use at most 200 characters.`,
  emailMissing: msg`Please enter your email address.`,
  emailShape: msg`Please enter a valid email address.`,
  messageLong: msg`Please use at most 2,000 characters.`,
  driveMissing: msg`Fund drive not found. Please try again.`,
} satisfies Record<string, Words | Says>

/** What the payment method takes. */
export type Taken = Pick<Giving, 'least' | 'most' | 'whole'>

/** What is wrong with an amount that the payment method does not take. */
export function misfit(amount: number, { least, most, whole }: Taken): Words | undefined {
  if (amount < least) return msg`The smallest amount for this payment method is ${moneyText(least)}`
  if (amount > most) return msg`The largest amount for this payment method is ${moneyText(most)}`
  return whole && amount % 100 !== 0 ? says.amountWhole : undefined
}
