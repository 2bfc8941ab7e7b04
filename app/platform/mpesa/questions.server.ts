import type {
  Holding,
  MoneyAsked,
  MoneyQuestions,
  StatusFacts,
  ToldOfAsk,
} from '#app/platform/providers/mobile-money.server.ts'
import type { Failure } from '#app/platform/providers/provider.ts'
import { idSaid, objectIn, type ProviderSaid, parsed, textIn } from '#app/platform/providers/provider-answer.ts'
import { codeSaid, momentInNairobi, receiptInCallback } from './answers.ts'
import { type MpesaCaller, mpesaUnreadable } from './calls.server.ts'
import { wholeIn } from './receipts.server.ts'

// An initiator's questions to Safaricom: the state of payments, and balances. The answers are posted to us later.

/** The number that money is sent from, and the API operator who orders it there. */
export type MpesaSending = { shortcode: string; initiator: string; credential: string }

/** The API operator who asks and orders in our name. */
export type Initiator = {
  /** The number that payers pay to. */
  shortcode: string
  initiator?: string | undefined
  /** The initiator's password, as the portal encrypts it. */
  credential?: string | undefined
  /** The number that money is sent from, and its API operator. */
  from?: MpesaSending | undefined
}

export const noInitiator: Failure = {
  is: 'failure',
  class: 'rejected',
  code: 'no_initiator',
  message: 'nothing can be asked: DARAJA_INITIATOR and DARAJA_CREDENTIAL are not set',
}

/** Makes the questions. `readAnswer` never throws, whatever is posted. */
export function questions(call: MpesaCaller, own: Initiator): MoneyQuestions {
  const { shortcode, initiator, credential, from } = own
  const payIn = { shortcode, initiator, credential }
  const ask = async (
    path: string,
    hearAt: string,
    what: object,
    of: Partial<MpesaSending> = payIn,
  ): Promise<MoneyAsked | Failure> => {
    if (!of.initiator || !of.credential) return noInitiator
    const body = {
      Initiator: of.initiator,
      SecurityCredential: of.credential,
      PartyA: of.shortcode,
      IdentifierType: '4',
      ResultURL: hearAt,
      QueueTimeOutURL: hearAt,
      Remarks: 'Comparing',
      ...what,
    }
    const answer = await call({ part: 'question', path, body })
    if (answer.is === 'failure') return answer
    const id = idSaid(answer.said.OriginatorConversationID)
    const isTaken = codeSaid(answer.said.ResponseCode) === '0' && id !== undefined
    return isTaken ? { is: 'asked', id } : mpesaUnreadable('a question that was not taken')
  }
  return {
    askReceipt: ({ receipt, hearAt }) =>
      ask('/mpesa/transactionstatus/v1/query', hearAt, {
        CommandID: 'TransactionStatusQuery',
        TransactionID: receipt,
        Occasion: '',
      }),
    askSent: ({ reference, hearAt }) =>
      ask(
        '/mpesa/transactionstatus/v1/query',
        hearAt,
        { CommandID: 'TransactionStatusQuery', OriginatorConversationID: reference, Occasion: '' },
        from,
      ),
    askBalance: ({ hearAt, at }) =>
      ask(
        '/mpesa/accountbalance/v1/query',
        hearAt,
        { CommandID: 'AccountBalance' },
        at === from?.shortcode && at !== shortcode ? from : payIn,
      ),
    readAnswer: answerIn,
  }
}

const mostBytes = 32 * 1024

function answerIn(raw: Uint8Array): ToldOfAsk {
  const said = objectIn(parsed(raw.length <= mostBytes ? Buffer.from(raw).toString('utf8') : ''))
  const result = objectIn(said.Result)
  const id = idSaid(result.OriginatorConversationID)
  const code = codeSaid(result.ResultCode)
  if (id && code) {
    const items = itemsIn(result.ResultParameters)
    const isGood = code === '0'
    const receipt = isGood ? (receiptInCallback(result.TransactionID) ?? null) : null
    return {
      is: 'answer',
      id,
      code,
      receipt,
      status: isGood ? statusIn(items) : null,
      held: isGood ? heldIn(items) : null,
    }
  }
  const late = idSaid(said.OriginatorConversationID) ?? id
  return late ? { is: 'late', id: late } : { is: 'garbage' }
}

/** Reads the items, which come in any order, a single one sometimes without a list. */
export function itemsIn(parameters: unknown): ProviderSaid {
  const { ResultParameter } = objectIn(parameters)
  const items = (Array.isArray(ResultParameter) ? ResultParameter : [ResultParameter]).map(objectIn)
  return Object.fromEntries(items.map(({ Key, Value }) => [textIn(Key) ?? '', Value]))
}

function statusIn(items: ProviderSaid): StatusFacts | null {
  const receipt = receiptInCallback(items.ReceiptNo)
  const cents = centsOfAnswer(items.Amount)
  const to = /^(\d{5,7})\b/.exec(partySaid(items.CreditPartyName))?.[1]
  if (!receipt || cents === undefined || cents <= 0 || !to) return null
  const [, number, name] = /^([\d*+ ]{6,25})-(.*)$/s.exec(partySaid(items.DebitPartyName)) ?? []
  return {
    receipt,
    shortcode: to,
    cents,
    isDone: /^completed$/i.test(textIn(items.TransactionStatus) ?? ''),
    tail: /(\d{3})\s*$/.exec(number ?? '')?.[1] ?? null,
    name: name?.trim().slice(0, 100) || null,
    ...wholeIn(number),
    paidAt: momentInNairobi(items.FinalisedTime) ?? null,
  }
}

/** Reads a number and a name. Cut before it is parsed: the text comes from a stranger, and may be endless. */
export const partySaid = (value: unknown): string => (textIn(value) ?? '').trim().slice(0, 200)

/** Parses `Working Account|KES|700.00|700.00|0.00|0.00`, joined by &: the third is the balance. Charges are negative. */
function heldIn(items: ProviderSaid): Holding[] | null {
  const parts = (textIn(items.AccountBalance) ?? '').split('&').map((one) => one.split('|'))
  const held = parts.flatMap(([account = '', currency, there]) => {
    const cents = currency?.trim() === 'KES' ? centsOfAnswer(there) : undefined
    return account.trim() && cents !== undefined ? [{ account: account.trim().slice(0, 100), cents }] : []
  })
  return held.length > 0 && held.length === parts.length ? held : null
}

/** Parses text or a number, without floating-point arithmetic. */
export function centsOfAnswer(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : (textIn(value) ?? '')
  const found = /^(-?)(\d{1,11})(?:\.(\d{1,2}))?$/.exec(text.trim().replaceAll(',', ''))
  if (!found) return undefined
  const cents = Number(found[2]) * 100 + Number((found[3] ?? '').padEnd(2, '0'))
  return found[1] && cents > 0 ? -cents : cents
}
