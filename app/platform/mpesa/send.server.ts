import { brand } from '#app/kit/brand.ts'
import type {
  MoneyOut,
  PhoneCapabilities,
  PhoneFailure,
  SendEnd,
  ToldOfSend,
} from '#app/platform/providers/mobile-money.server.ts'
import { idSaid, objectIn, type ProviderSaid, parsed, textIn } from '#app/platform/providers/provider-answer.ts'
import { codeSaid, mostCallbackBytes, receiptInCallback } from './answers.ts'
import { type GatewayFailure, type MpesaCaller, mpesaUnreadable } from './calls.server.ts'
import { centsOfAnswer, itemsIn, type MpesaSending, partySaid } from './questions.server.ts'

// Money from us to a phone (B2C). Safaricom's key of an order is our reference: a second order with it is refused, so an order
// whose answer was lost may be sent again and is carried out once.

/** Returns the limits of Safaricom's tariff, in cents, and the account that the money is taken from. */
export const canSend = ({ shortcode }: MpesaSending): NonNullable<PhoneCapabilities['sends']> => ({
  minCents: 1000,
  maxCents: 25_000_000,
  from: shortcode,
  account: 'Utility Account',
})

export const moneyOut = (call: MpesaCaller, from: MpesaSending | undefined): MoneyOut => ({
  send: async ({ reference, cents, phone, hearAt }) => {
    if (!from) return cannotSend('nothing can be sent: DARAJA_B2C_SHORTCODE is not set')
    const wrong = faultOf({ reference, cents, phone }, canSend(from))
    if (wrong) return cannotSend(wrong)
    const body = {
      OriginatorConversationID: reference,
      InitiatorName: from.initiator,
      SecurityCredential: from.credential,
      CommandID: 'BusinessPayment',
      Amount: cents / 100,
      PartyA: from.shortcode,
      PartyB: phone.slice(1),
      Remarks: brand(),
      QueueTimeOutURL: hearAt,
      ResultURL: hearAt,
      // Safaricom's spelling.
      Occassion: '',
    }
    const answer = await call({ part: 'payout', path: '/mpesa/b2c/v3/paymentrequest', body, isOrder: true })
    if (answer.is === 'failure') return notSent(answer)
    const isTaken = codeSaid(answer.said.ResponseCode) === '0' && answer.said.OriginatorConversationID === reference
    return isTaken ? { is: 'taken' } : mpesaUnreadable('an order that was not taken', 'unknown')
  },
  readSent: sentIn,
})

const cannotSend = (message: string): PhoneFailure => ({ is: 'failure', class: 'rejected', code: 'not_sent', message })

type Limits = Pick<NonNullable<PhoneCapabilities['sends']>, 'minCents' | 'maxCents'>

/** Returns why an order must not be sent. */
function faultOf(what: { reference: string; cents: number; phone: string }, { minCents, maxCents }: Limits) {
  const { reference, cents, phone } = what
  if (!Number.isSafeInteger(cents) || cents % 100 !== 0) return 'no whole shillings'
  if (cents < minCents || cents > maxCents) return 'an amount that M-Pesa does not send'
  if (!/^\+254[17]\d{8}$/.test(phone)) return 'no number of M-Pesa'
  return /^[A-Za-z0-9-]{1,80}$/.test(reference) ? undefined : 'no reference of letters, digits and dashes'
}

/** The only 'invalid' answers about the receiver or the amount; all others are our mistake. */
const isOfReceiver = /party ?b\b|amount|msisdn|phone ?number/i

function notSent(failure: GatewayFailure): { is: 'known' } | PhoneFailure {
  if (/duplicate/i.test(failure.message)) return { is: 'known' }
  if (failure.status !== 400 || failure.meaning === 'no token') return failure
  return { ...failure, class: isOfReceiver.test(failure.message) ? 'rejected' : 'config' }
}

/** Codes that are not in the table do not tell whether money moved: we ask about the order. */
const ends = new Map<string, SendEnd>([
  ['1', 'no_money'],
  ['2', 'over_limit'],
  ['3', 'over_limit'],
  ['4', 'over_limit'],
  ['8', 'account_full'],
  ['2040', 'not_registered'],
  // Here the receiver's number is wrong.
  ['SFC_IC0003', 'no_such_number'],
  ...['11', '21', '2001', '2006', '2028', '8006'].map((code): [string, SendEnd] => [code, 'ours']),
])

/** Parses a notification. Never throws, whatever is posted. */
function sentIn(raw: Uint8Array): ToldOfSend {
  const said = objectIn(parsed(raw.length <= mostCallbackBytes ? Buffer.from(raw).toString('utf8') : ''))
  const result = objectIn(said.Result)
  const id = idSaid(result.OriginatorConversationID)
  const code = codeSaid(result.ResultCode)
  if (id && code) {
    const items = itemsIn(result.ResultParameters)
    const receipt = receiptInCallback(items.TransactionReceipt) ?? receiptInCallback(items.ReceiptNo) ?? null
    const cents = centsOfAnswer(items.TransactionAmount) ?? centsOfAnswer(items.Amount) ?? null
    const end = endIn(code, items)
    const isWhole = end !== 'done' || (receipt !== null && cents !== null && cents > 0)
    return {
      is: 'sent',
      id,
      code,
      // Reported as done, but without receipt or amount: we ask about the order.
      end: isWhole ? end : 'open',
      receipt,
      cents,
      name: nameIn(items),
      left: centsOfAnswer(items.B2CUtilityAccountAvailableFunds) ?? null,
    }
  }
  const late = idSaid(said.OriginatorConversationID) ?? id
  return late ? { is: 'late', id: late } : { is: 'garbage' }
}

/** Only a result has `TransactionReceipt`; an answer to a question has the order's state in `TransactionStatus`. */
function endIn(code: string, items: ProviderSaid): SendEnd {
  if (code !== '0') return ends.get(code) ?? 'open'
  if (items.TransactionReceipt !== undefined) return 'done'
  const state = textIn(items.TransactionStatus)?.trim() ?? ''
  if (/^completed$/i.test(state)) return 'done'
  return /^(failed|declined|cancelled|expired)$/i.test(state) ? 'failed' : 'open'
}

/** Returns the name in '254712345678 - JANE WANJIKU'. */
function nameIn(items: ProviderSaid): string | null {
  const party = partySaid(items.ReceiverPartyPublicName) || partySaid(items.CreditPartyName)
  return /^[\d*+ ]{6,25}-(.*)$/s.exec(party)?.[1]?.trim().slice(0, 100) || null
}
