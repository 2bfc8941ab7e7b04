import { centsOf } from './clean-text.ts'
import { firstMomentIn } from './days.ts'
import { looksAround } from './message-more.ts'
import { isCollector, type MoneyParty, partyInLine } from './parties.ts'
import { beginsMpesa, footer, longestMessage, type Piece, speakerName } from './pieces.ts'
import { blankRow, checked, leftOut } from './proposed.ts'
import type { KnownNames, LeftOut, PastedRow, RowReason } from './row.ts'
import { hidesName } from './unnamed.ts'

// A message of M-Pesa or Airtel Money. Its meaning depends on who pasted it: 'received from' is the collector's own message, 'sent
// to' is the payer's, whose money is looked for.

const money = String.raw`(?:(?:kshs?|kes)[.:]? ?){0,2}((?<![\d,])[\d,]{1,14}(?:\.\d{1,2})?)(?: ?(?:ksh|kes)\b)?`
const ignoringCase = (source: string) => new RegExp(source, 'i')

const receivedFrom = [
  String.raw`received ${money}(?: via [a-z]+)? from `,
  String.raw`${money} (?:was |has been |is )?received from `,
  String.raw`${money} paid by `,
  String.raw`umepokea ${money} kutoka (?:kwa )?`,
  String.raw`umetumiwa ${money} (?:na|kutoka(?: kwa)?) `,
  String.raw`${money} ime?(?:pokelewa|pokewa) kutoka (?:kwa )?`,
].map(ignoringCase)

const sentTo = [
  String.raw`${money} (?:sent|paid|transferred) to `,
  String.raw`(?:sent|paid|transferred) ${money} to `,
  String.raw`transfer of ${money} to `,
  String.raw`${money} (?:ime|zime)(?:tumwa|lipwa) kwa `,
  String.raw`ume(?:tuma|lipa) ${money} kwa `,
].map(ignoringCase)

/** The end of the payer's or receiver's name. A point after one letter belongs to an initial. */
const endOfParty =
  /,? on \d| was (?:made|credited|deposited)\b| mnamo \d| tarehe \d| siku \d| (?=\d{1,2}\/\d)| for (?:account|till|paybill)\b| (?:in|to|into) (?:your )?(?:\w+ )?(?:a\/c|acc(?:oun)?t)\b| kwa akaunti| in reference| ref(?=[ :.])| via | through | into a\/c| new [a-z-]* ?(?:balance|account)|[.,] ?(?:new|your|bal|ref|m-?pesa|on|at|salio|baki|fee|transaction|tid|trans|txn)\b|(?<!\b(?:[a-z]|pst|dr|rev|mrs?|ms|eng|hon|prof|fr|sr|bro|capt|st|pr|sis|bp))\. |\.?$/i
const longestParty = 90

export type PaidMessage = { amount: number; party: MoneyParty; name: string }

/** Returns the amount and the other party after the first of these beginnings in a message. */
export function paidIn(text: string, beginnings: readonly RegExp[]): PaidMessage | null {
  for (const one of beginnings) {
    const found = one.exec(text)
    if (!found) continue
    const from = found.index + found[0].length
    const rest = text.slice(from, from + longestParty)
    const [, sender] = /^.{2,80}?\. ?sender:? (.*)$/i.exec(rest) ?? []
    const named = sender ?? rest
    const name = named.slice(0, Math.max(0, named.search(endOfParty)))
    return { amount: centsOf(found[1]), party: partyInLine(name), name }
  }
  return null
}

const failed =
  /^(?:failed|imefeli|umekataa|hakuna pesa)|(?:insufficient|hakuna) (?:funds|pesa)|wrong pin|temporarily unable/i
const ofLoan =
  /fuliza m-?pesa (?:amount|limit) is|pay your outstanding fuliza|outstanding fuliza m-?pesa amount is [^.]*$/i
const takesBack =
  /(?:reversal of(?: transaction)?|transaction|muamala) ([A-Z0-9]{8,12})\b.{0,80}?(?:revers|imerudishwa)|reversal of transaction ([A-Z0-9]{8,12})/i
const takenBack = ignoringCase(String.raw`${money} (?:is |has been |was )?(?:debited|credited|returned|refunded)`)
const notGiven: readonly [RegExp, RowReason][] = [
  [/withdraw|give (?:ksh|kes)|cash to|cash at|deposited by|withdrawn|umetoa|weka ksh/i, 'agent'],
  [/airtime|mjazo|data bundle|bundles/i, 'airtime'],
  [
    /m-?shwari|kcb m-?pesa|ziidi|hustler|mali account|moved from your business|own account|lock savings|moved from till/i,
    'own accounts',
  ],
  [/(?:account |yako )balance was|baki yako ni:|available bal\. is/i, 'balance'],
]
const account =
  /(?:for account(?: number)?|kwa akaunti(?: nambari)?|in reference to) ([^.]{1,40}?)(?= on \d| mnamo| tarehe| new |\.|,|$)/i

export function readPaymentMessage(piece: Piece, known: KnownNames): PastedRow | LeftOut {
  const text = piece.text.slice(0, longestMessage)
  const ours = [...text.matchAll(beginsMpesa)][0]?.[1]
  const source = ours ? 'mpesa' : 'airtel'
  const code = codeOf(ours ?? /(?:id|muamala(?: ni| namba)?)[:. ]+([A-Z0-9.]*\d[A-Z0-9.]*)/i.exec(text)?.[1])
  if (failed.test(text)) return leftOut(piece, 'failed', code)
  if (ofLoan.test(text)) return leftOut(piece, 'loan', code)
  const row: PastedRow = {
    ...blankRow(piece),
    name: nameInFront(piece),
    source,
    code,
    at: firstMomentIn(text) ?? piece.day,
    method: source,
    text,
  }
  const back = takesBack.exec(text)
  if (back) return undoOf(row, back)
  const received = paidIn(text, receivedFrom)
  if (
    received &&
    !/m-?shwari|ziidi|fuliza|hustler|kcb m-?pesa|\b(?:tala|branch|zenka|timiza)\b/i.test(received.name) &&
    !/airtime/i.test(beforeBalance(text))
  )
    return giftOf(piece, row, received, known)
  const reason = reasonFor(text)
  if (reason) return leftOut(piece, reason, code)
  const sent = paidIn(text, sentTo)
  return sent ? payersRow(row, sent, known) : leftOut(piece, 'unreadable', code)
}

/** Returns the name in 'Kendi Murithi: UKQ4Z71PFG Confirmed.', which Kendi posted in a chat. */
const nameInFront = (piece: Piece): string | null =>
  speakerName(piece) ?? /^(\p{L}[\p{L} .']{2,40}): ?(?=[A-Z0-9]{8,12}\b)/u.exec(piece.text)?.[1] ?? null

const codeOf = (found: string | undefined): string | null => found?.toUpperCase().replace(/\.+$/, '') || null

/** Makes the row of a reversal: its message has a code of its own, and names that of the payment. */
const undoOf = (row: PastedRow, [, one, other]: RegExpExecArray): PastedRow => ({
  ...row,
  proposal: 'undo',
  code: (one ?? other)!.toUpperCase(),
  amount: centsOf(takenBack.exec(row.text)?.[1]),
})

export function giftOf(piece: Piece, row: PastedRow, { amount, party }: PaidMessage, known: KnownNames): PastedRow {
  const looks = [...row.looks, ...looksAround(piece, known)]
  const [paidTo, anonymous] = [accountIn(row.text), hidesName(row.text)]
  return checked({ ...row, ...party, proposal: 'gift', amount, paid: amount, paidTo, anonymous, looks }, known.today)
}

const newBalance = / new (?:[a-z-]+ ){0,4}(?:balance|account)\b|[. ](?:salio|baki)\b/i
/** Cuts the advertising after the balance. */
const beforeBalance = (text: string): string => text.split(newBalance, 1)[0]!

/** Returns why a message is no gift. Words after the balance do not count: they are costs and advertising. */
function reasonFor(text: string): RowReason | undefined {
  const isPayment = sentTo.some((one) => one.test(text))
  const said = beforeBalance(text).replace(footer, '')
  return notGiven.find(([one]) => one.test(isPayment ? said : text))?.[1]
}

/** Makes the row of a payer's message, which does not name the payer, but the receiver. */
export function payersRow(
  row: PastedRow,
  { amount, party }: PaidMessage,
  { collectors = [], today }: KnownNames,
): PastedRow {
  const paidTo = accountIn(row.text) ?? party.name ?? party.phone
  const looks: PastedRow['looks'] = row.name ? ['name from the chat'] : ['no name']
  if (isCollector(party, collectors))
    return checked({ ...row, proposal: 'gift', amount, paid: amount, paidTo, looks }, today)
  return checked({ ...row, proposal: 'claim', amount, paidTo, looks: [...looks, 'other recipient'] }, today)
}

const accountIn = (text: string): string | null => account.exec(text)?.[1]?.trim() ?? null
