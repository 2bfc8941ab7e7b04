// What happens by itself at the test numbers, 0708 374 1xx. Pure: no clock, no database.

/** How a prompt that ended is told. */
type Told = 'usual' | 'twice' | 'never' | 'before' | 'after-confirmation' | 'without-receipt'

export type Plan = {
  /** What becomes of it, after so many milliseconds. */
  ends: { after: number; code: number }[]
  told: Told
  /** What the question says instead of the truth, and for how long; without that for ever. */
  asked?: { code: number; forMs?: number }
  /** The call that sends the prompt gets no answer. */
  lost?: true
}

const second = 1000
/** How long a prompt waits on the phone. */
export const patience = 60 * second

const ended = (code: number, told: Told = 'usual', after = 0): Plan => ({ ends: [{ after, code }], told })

const plans: Record<string, Plan> = {
  '49': ended(0),
  '50': ended(0, 'usual', 20 * second),
  '01': ended(1),
  '02': ended(1032),
  '03': ended(1037, 'usual', patience),
  '04': ended(1019, 'usual', patience),
  '05': ended(2001),
  '06': ended(1001),
  '07': ended(4),
  '08': ended(0, 'never'),
  '09': ended(0, 'twice'),
  '10': ended(0, 'before'),
  '11': ended(0, 'after-confirmation'),
  '12': { ...ended(0), asked: { code: 1032 } },
  '13': { ...ended(0), asked: { code: 4999, forMs: 120 * second } },
  '14': {
    ends: [
      { after: 0, code: 1032 },
      { after: 30 * second, code: 0 },
    ],
    told: 'usual',
  },
  '15': { ...ended(0), lost: true },
  '16': ended(0, 'without-receipt'),
  '17': ended(17),
  '18': ended(7777),
  '19': ended(8006),
}

/** Of a number that begins with 254. Any other number waits for a hand on its pretend phone. */
export const planFor = (phone: string): Plan | undefined =>
  phone.startsWith('2547083741') ? plans[phone.slice(-2)] : undefined

/** What they are for, in words. */
const words: Record<string, string> = {
  '49': 'paid at once',
  '50': 'paid after 20 seconds',
  '01': 'the balance is too small',
  '02': 'cancelled',
  '03': 'no answer for 60 seconds',
  '04': 'expires after 60 seconds',
  '05': 'wrong PIN',
  '06': 'busy with another request',
  '07': 'over the limit of the day',
  '08': 'paid, and never told',
  '09': 'paid, and told twice',
  '10': 'paid, and told before the answer',
  '11': 'paid, and told after the confirmation',
  '12': 'paid, and the query says cancelled',
  '13': 'paid, and the query says 4999 for 2 minutes',
  '14': 'told cancelled, and paid 30 seconds later',
  '15': 'the answer is lost; paid',
  '16': 'paid, and told without its code',
  '17': 'the same sum too soon',
  '18': 'a code that nobody knows',
  '19': 'the PIN is locked',
}
export const testNumbers = Object.keys(plans)
  .map((last) => ({ number: `2547083741${last}`, says: words[last]! }))
  .sort(
    (a, b) => Number(b.number.endsWith('49')) - Number(a.number.endsWith('49')) || Number(a.number) - Number(b.number),
  )

/** In M-Pesa's words. */
export const resultSays: Record<number, string> = {
  0: 'The service request is processed successfully.',
  1: 'The balance is insufficient for the transaction.',
  4: 'Declined due to limit rule: would exceed the daily transfer limit.',
  17: 'Rule limited.',
  1001: 'Unable to lock subscriber, a transaction is already in process for the current subscriber.',
  1019: 'Transaction has expired.',
  1032: 'Request cancelled by user.',
  1037: 'DS timeout user cannot be reached.',
  2001: 'The initiator information is invalid.',
  2028: 'The request is not permitted according to product assignment.',
  4999: 'The transaction is still under processing.',
  7777: 'A code that nobody knows.',
  8006: 'The security credential is locked.',
}

const outcomes: Record<number, string> = {
  0: 'Paid',
  1: 'The balance was too small',
  4: 'Over the limit',
  17: 'The same sum too soon',
  1001: 'Busy',
  1019: 'Ran out',
  1032: 'Cancelled',
  1037: 'Not reached',
  2001: 'Wrong PIN',
  8006: 'The PIN is locked',
}
/** How a request ended, for the person with the phone. */
export const outcomeOf = (code: number) => outcomes[code] ?? `Ended with ${code}`
