// What each test value leads to. Pure: no clock, no database.

export type Why = 'wrong-pin' | 'cancelled' | 'no-answer' | 'insufficient' | 'declined' | 'no-test-card' | 'timed-out'
export type Channel = 'mobile_money' | 'card' | 'bank_transfer'
/** How charge.success is told. */
type Told = 'usual' | 'five' | 'never' | 'before'

export type Outcome = {
  is: 'success' | 'failed' | 'ongoing'
  why?: Why
  /** What becomes of it after so many milliseconds, whatever it is now. */
  next?: { after: number; is: 'success' | 'failed'; why?: Why }
  told: Told
}

/** In the provider's words, which are English whatever the payer reads. */
export const gatewaySays: Record<Why | 'success', string> = {
  success: 'Approved',
  'wrong-pin': 'The PIN entered was wrong',
  cancelled: 'The request was cancelled by the payer',
  'no-answer': 'The payer did not answer in time',
  insufficient: 'Insufficient Funds',
  declined: 'Declined',
  'no-test-card': 'Not a test card',
  'timed-out': 'The request timed out',
}

const second = 1000
const phonePatience = 180 * second

/** The nine digits of a Kenyan mobile number, however it is spelt: 0710 000 000, +254710000000, 710-000-000. */
export function phoneOf(text: string): string | undefined {
  const digits = text.replace(/[\s().-]/g, '')
  return /^(?:\+?254|0|00254)?([17]\d{8})$/.exec(digits)?.[1]
}

const testPhones: Record<string, Outcome> = {
  '1': { is: 'failed', why: 'wrong-pin', told: 'usual' },
  '2': { is: 'failed', why: 'cancelled', told: 'usual' },
  '3': { is: 'ongoing', next: { after: phonePatience, is: 'failed', why: 'no-answer' }, told: 'usual' },
  '4': { is: 'failed', why: 'insufficient', told: 'usual' },
  '5': { is: 'ongoing', next: { after: 30 * second, is: 'success' }, told: 'usual' },
  '6': { is: 'failed', why: 'timed-out', next: { after: 30 * second, is: 'success' }, told: 'usual' },
  '7': { is: 'success', told: 'five' },
  '8': { is: 'success', told: 'never' },
  '9': { is: 'success', told: 'before' },
}

/** Of the nine digits of a number. Numbers that are no test numbers pay at once. */
export const phoneOutcome = (nine: string): Outcome =>
  (/^71000000\d$/.test(nine) ? testPhones[nine.at(-1)!] : undefined) ?? { is: 'success', told: 'usual' }

/** Thirteen to nineteen digits, however they are grouped. */
export function cardOf(text: string): string | undefined {
  const digits = text.replace(/[\s-]/g, '')
  return /^\d{13,19}$/.test(digits) ? digits : undefined
}

const testCards: Record<string, Outcome> = {
  '4084084084084081': { is: 'success', told: 'usual' },
  '4084080000005408': { is: 'failed', why: 'declined', told: 'usual' },
  '4084080000670037': { is: 'failed', why: 'insufficient', told: 'usual' },
  '4084080000671803': { is: 'success', told: 'usual' },
  '4084080000671902': { is: 'success', told: 'usual' },
}

/** Only test cards work: nobody should leave the number of a real one here. */
export const cardOutcome = (digits: string): Outcome =>
  testCards[digits] ?? { is: 'failed', why: 'no-test-card', told: 'usual' }

/** What the provider keeps of a payment, in cents. */
export const feeOf = (amount: number, channel: Channel) => Math.round((amount * (channel === 'card' ? 29 : 15)) / 1000)
