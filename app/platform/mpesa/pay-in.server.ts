import type { MobileMoney, PayInVerdict, ToldOfPayIn } from '#app/platform/mobile-money.ts'
import { objectIn, parsed, type Said, textIn } from '#app/platform/provider-says.ts'
import type { Caller } from './calls.server.ts'
import { codeIn } from './codes.ts'
import { accountIn, centsIn, tailIn } from './receipts.server.ts'
import { momentIn } from './times.ts'
import { mostBytes, receiptIn } from './told.ts'

// Payments that a person sends without being asked (Safaricom calls them C2B): where we are told of them, what is told, and
// what we answer.

/** Their words for addresses that were said before. */
const isBefore = /already registered|duplicate/i

/** `Completed`: without an answer of ours in time they take the payment. A desk is better than a lost gift. */
export const doorOpener =
  (call: Caller, shortcode: string): MobileMoney['openDoors'] =>
  async ({ validation, confirmation }) => {
    const body = {
      ShortCode: shortcode,
      ResponseType: 'Completed',
      ConfirmationURL: confirmation,
      ValidationURL: validation,
    }
    const answer = await call({ part: 'doors', path: '/mpesa/c2b/v2/registerurl', body, isOrder: true })
    if (answer.is === 'said') return { is: 'open' }
    return isBefore.test(answer.message) ? { is: 'open before' } : answer
  }

/** Never throws, whatever is posted. */
export function payInTold(raw: Uint8Array): ToldOfPayIn | { is: 'garbage' } {
  const told = objectIn(parsed(raw.length <= mostBytes ? Buffer.from(raw).toString('utf8') : ''))
  const shortcode = codeIn(told.BusinessShortCode)
  const cents = centsIn(told.TransAmount)
  if (!shortcode || !cents) return { is: 'garbage' }
  const account = accountIn(told.BillRefNumber)
  const paidAt = momentIn(told.TransTime) ?? new Date()
  return {
    is: 'told',
    receipt: receiptIn(told.TransID) ?? null,
    shortcode,
    cents,
    account,
    tail: tailIn(told.MSISDN),
    name: nameOf(told),
    paidAt,
  }
}

const nameOf = ({ FirstName, MiddleName, LastName }: Said): string | null =>
  [FirstName, MiddleName, LastName]
    .flatMap((part) => textIn(part)?.trim() || [])
    .join(' ')
    .slice(0, 100) || null

const codes: Record<PayInVerdict, string> = {
  taken: '0',
  'unknown account': 'C2B00012',
  'wrong amount': 'C2B00013',
  'not now': 'C2B00016',
}

export const payInAnswer = (verdict: PayInVerdict): object => ({
  ResultCode: codes[verdict],
  ResultDesc: verdict === 'taken' ? 'Accepted' : 'Rejected',
})
