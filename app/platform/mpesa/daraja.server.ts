import type {
  MobileMoney,
  PayInVerdict,
  PhoneCapabilities,
  PhoneFailure,
  PromptEnd,
  PromptFacts,
  ToldOfPayIn,
} from '#app/platform/providers/mobile-money.server.ts'
import { idSaid, objectIn, type ProviderSaid, parsed, textIn } from '#app/platform/providers/provider-answer.ts'
import {
  checkoutIn,
  codeSaid,
  isOpenCode,
  momentInNairobi,
  mostCallbackBytes,
  promptEndOf,
  promptTold,
  receiptInCallback,
  stampOf,
} from './answers.ts'
import {
  type Gateway,
  type GatewayFailure,
  type MpesaCaller,
  mpesaCaller,
  mpesaProvider,
  mpesaUnreadable,
} from './calls.server.ts'
import { type Initiator, type MpesaSending, noInitiator, questions } from './questions.server.ts'
import { accountIn, centsOfReceipt, lastDigitsIn, lister } from './receipts.server.ts'
import { canSend, moneyOut } from './send.server.ts'
import type { Tokens } from './token.server.ts'

// Daraja, the API of Safaricom's M-Pesa, and the sandbox that imitates it. Amounts on the wire are whole shillings.

export type Daraja = Gateway & {
  /** The Paybill; with a till, the store that it belongs to. */
  shortcode: string
  kind: 'paybill' | 'till'
  till?: string | undefined
  passkey: string
  /** Our phone number that the list of receipts is registered with. Without it there is no list. */
  pullNumber?: string | undefined
  /** The API operator who may ask about money, and their password as the portal encrypts it. Without them nothing can be asked. */
  initiator?: string | undefined
  credential?: string | undefined
  /** The number that money is sent from. Without it none is. */
  from?: MpesaSending | undefined
  /** The origin where Safaricom reaches us. */
  hearOrigin: string
  token: Tokens
  now?: () => Date
}

export function daraja({ token, now = () => new Date(), ...own }: Daraja): MobileMoney {
  const call = mpesaCaller(own, token)
  const can = capabilitiesOf(own)
  const signed = () => signatureOf(own, now())
  const { pullNumber, hearOrigin } = own
  return {
    capabilities: () => can,
    prompt: prompter(call, own, { can, signed }),
    askPrompt: asker(call, signed),
    list: pullNumber ? lister(call, { shortcode: paidTo(own), pullNumber, hearOrigin }) : async () => noList,
    readPrompt: promptTold,
    ...questions(call, { ...own, shortcode: paidTo(own) }),
    reverse: reverser(call, { ...own, shortcode: paidTo(own) }),
    ...moneyOut(call, own.from),
    registerUrls: doorOpener(call, paidTo(own)),
    readPayIn: payInTold,
    answerPayIn: payInAnswer,
  }
}

/** Returns the number that payers pay to. */
const paidTo = ({ kind, till, shortcode }: Pick<Daraja, 'kind' | 'till' | 'shortcode'>) =>
  kind === 'till' ? (till ?? shortcode) : shortcode

/** Lists the capabilities. Payments from a phone's menu are proved by the list or by a question: without both they are not offered. */
const capabilitiesOf = (own: Omit<Daraja, 'token' | 'now'>): PhoneCapabilities => ({
  name: mpesaProvider,
  currency: 'KES',
  minCents: 100,
  maxCents: 25_000_000,
  wholeShillings: true,
  promptSeconds: 60,
  payIn: own.pullNumber || canAsk(own) ? { kind: own.kind, number: paidTo(own) } : null,
  shortcodes: [...new Set([paidTo(own), own.shortcode, own.from?.shortcode ?? own.shortcode])],
  proves: ['query', ...(own.pullNumber ? ['list' as const] : []), ...(canAsk(own) ? ['status' as const] : [])],
  reverses: canAsk(own),
  sends: own.from ? canSend(own.from) : null,
})

const canAsk = ({ initiator, credential }: Pick<Daraja, 'initiator' | 'credential'>) =>
  initiator !== undefined && credential !== undefined

const noList: PhoneFailure = {
  is: 'failure',
  class: 'rejected',
  code: 'no_list',
  message: 'no list of receipts is ordered: DARAJA_PULL_NUMBER is not set',
}

/** Makes the password, which holds only with its timestamp. */
function signatureOf({ shortcode, passkey }: Pick<Daraja, 'shortcode' | 'passkey'>, moment: Date) {
  const Timestamp = stampOf(moment)
  const Password = Buffer.from(shortcode + passkey + Timestamp).toString('base64')
  return { BusinessShortCode: shortcode, Password, Timestamp }
}
type Signed = () => ReturnType<typeof signatureOf>

type Ways = { can: PhoneCapabilities; signed: Signed }

function prompter(
  call: MpesaCaller,
  own: Pick<Daraja, 'kind' | 'till' | 'shortcode'>,
  { can, signed }: Ways,
): MobileMoney['prompt'] {
  const TransactionType = own.kind === 'till' ? 'CustomerBuyGoodsOnline' : 'CustomerPayBillOnline'
  return async ({ account, cents, phone, hearAt }) => {
    const wrong = faultOf({ account, cents, phone }, can)
    if (wrong) return refused(wrong)
    const msisdn = phone.slice(1)
    const body = {
      ...signed(),
      TransactionType,
      Amount: cents / 100,
      PartyA: msisdn,
      PartyB: paidTo(own),
      PhoneNumber: msisdn,
      CallBackURL: hearAt,
      AccountReference: account,
      TransactionDesc: 'Gift',
    }
    const answer = await call({ part: 'prompt', path: '/mpesa/stkpush/v1/processrequest', body, isOrder: true })
    return answer.is === 'failure' ? notSent(answer) : sentIn(answer.said)
  }
}

/** Returns why a request must not be sent. Account and description stay far below the 182 characters that a phone can show. */
function faultOf({ account, cents, phone }: { account: string; cents: number; phone: string }, can: PhoneCapabilities) {
  if (!Number.isSafeInteger(cents) || cents % 100 !== 0) return 'no whole shillings'
  if (cents < can.minCents || cents > can.maxCents) return 'an amount that M-Pesa does not take'
  if (!/^\+254[17]\d{8}$/.test(phone)) return 'no number of M-Pesa'
  return /^[A-Za-z0-9]{1,12}$/.test(account) ? undefined : 'no account of letters and digits'
}
const refused = (message: string): PhoneFailure => ({ is: 'failure', class: 'rejected', code: 'not_sent', message })

type Sent = Awaited<ReturnType<MobileMoney['prompt']>>

/** Parses the answer to a request: taken, and not paid yet. */
function sentIn(said: ProviderSaid): Sent {
  const code = codeSaid(said.ResponseCode)
  const id = checkoutIn(said.CheckoutRequestID)
  if (code === '0') return id ? { is: 'sent', id } : mpesaUnreadable('a request without an id', 'unknown')
  return endedBy(code, textIn(said.ResponseDescription)) ?? mpesaUnreadable('a request that was not taken', 'unknown')
}

/** Handles a refusal with a clear code: the payer can be told, or it is ours to correct. */
function endedBy(code: string | undefined, words: string | undefined): Sent | undefined {
  const state: PromptEnd = promptEndOf(code)
  const why = words?.slice(0, 200) ?? null
  if (code === undefined || state === 'unknown' || state === 'paid') return undefined
  if (state === 'broken') return { is: 'failure', class: 'config', code, message: why ?? code }
  return { is: 'ended', state, code, why }
}

function notSent(failure: GatewayFailure): Sent {
  if (failure.meaning === 'busy')
    return { is: 'ended', state: 'busy', code: failure.code ?? null, why: failure.message.slice(0, 200) }
  return endedBy(failure.code, failure.message) ?? failure
}

const asker =
  (call: MpesaCaller, signed: Signed): MobileMoney['askPrompt'] =>
  async (id) => {
    const body = { ...signed(), CheckoutRequestID: id }
    const answer = await call({ part: 'query', path: '/mpesa/stkpushquery/v1/query', body })
    if (answer.is === 'failure') {
      const isOpen = answer.meaning === 'open'
      return isOpen ? { is: 'prompt', state: 'open', code: answer.code ?? null, why: answer.message } : answer
    }
    const facts = factsIn(answer.said, id)
    return 'is' in facts ? facts : { is: 'prompt', ...facts }
  }

/** Parses the facts of this request, and of no other. */
function factsIn(said: ProviderSaid, id: string): PromptFacts | PhoneFailure {
  const code = codeSaid(said.ResultCode)
  if (said.CheckoutRequestID !== id) return mpesaUnreadable('another request')
  if (codeSaid(said.ResponseCode) !== '0' || code === undefined) return mpesaUnreadable('a request without a verdict')
  const why = textIn(said.ResultDesc)?.slice(0, 200) ?? null
  return { state: isOpenCode(code) ? 'open' : promptEndOf(code), code, why }
}

// Reversals to the paying phone. Safaricom reverses only whole payments, and each payment once: after a lost answer we ask
// again, and are told that it was done before.

/** Their codes for: already reversed; no such payment. */
const [before, nowhere] = ['R000001', 'R000002']
/** The only 'invalid' answers that are not our mistake. */
const isOfPayment = /transaction ?id|amount|already been reversed/i

const reverser =
  (call: MpesaCaller, { shortcode, initiator, credential }: Initiator): MobileMoney['reverse'] =>
  async ({ receipt, cents, hearAt }) => {
    if (!initiator || !credential) return noInitiator
    if (!Number.isSafeInteger(cents) || cents <= 0 || cents % 100 !== 0) return noShillings
    const body = {
      Initiator: initiator,
      SecurityCredential: credential,
      CommandID: 'TransactionReversal',
      TransactionID: receipt,
      Amount: cents / 100,
      ReceiverParty: shortcode,
      // Safaricom's spelling.
      RecieverIdentifierType: '11',
      ResultURL: hearAt,
      QueueTimeOutURL: hearAt,
      Remarks: 'Refund',
      Occasion: '',
    }
    const answer = await call({ part: 'reversal', path: '/mpesa/reversal/v1/request', body, isOrder: true })
    if (answer.is === 'failure') return refusalOf(answer)
    const { said } = answer
    const id = idSaid(said.OriginatorConversationID)
    const code = codeSaid(said.ResponseCode)
    if (code === '0') return id ? { is: 'taken', id } : mpesaUnreadable('a reversal without an id', 'unknown')
    if (code === before || code === nowhere)
      return refusalOf({ is: 'failure', class: 'rejected', code, message: textIn(said.ResponseDescription) ?? code })
    return mpesaUnreadable('a reversal that was not taken', 'unknown')
  }

const noShillings: PhoneFailure = {
  is: 'failure',
  class: 'rejected',
  code: 'not_sent',
  message: 'no whole shillings',
}

/** Parses an immediate refusal, in the words of their gateway or with a code of their own. */
function refusalOf(failure: GatewayFailure): { is: 'known' } | PhoneFailure {
  const { code, class: kind, message } = failure
  if (code === before) return { is: 'known' }
  if (code === nowhere || (kind === 'config' && isOfPayment.test(message))) return { ...failure, class: 'rejected' }
  return failure
}

// Payments that a payer sends without our request (Safaricom calls them C2B): the addresses that are notified, the
// notifications, and our answers.

/** Their words for addresses that were registered before. */
const isBefore = /already registered|duplicate/i

/** `Completed`: without a timely answer from us they take the payment. Unplaced money on the desk is better than a lost gift. */
const doorOpener =
  (call: MpesaCaller, shortcode: string): MobileMoney['registerUrls'] =>
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

/** Parses a notification. Never throws, whatever is posted. */
export function payInTold(raw: Uint8Array): ToldOfPayIn | { is: 'garbage' } {
  const told = objectIn(parsed(raw.length <= mostCallbackBytes ? Buffer.from(raw).toString('utf8') : ''))
  const shortcode = codeSaid(told.BusinessShortCode)
  const cents = centsOfReceipt(told.TransAmount)
  if (!shortcode || !cents) return { is: 'garbage' }
  const account = accountIn(told.BillRefNumber)
  const paidAt = momentInNairobi(told.TransTime) ?? new Date()
  return {
    is: 'told',
    receipt: receiptInCallback(told.TransID) ?? null,
    shortcode,
    cents,
    account,
    tail: lastDigitsIn(told.MSISDN),
    name: nameOf(told),
    paidAt,
  }
}

const nameOf = ({ FirstName, MiddleName, LastName }: ProviderSaid): string | null =>
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
