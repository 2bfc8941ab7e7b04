// Rows proposed from a paste, one for each gift or promise. Nothing is entered until a person has approved it.

/**
 * `gift`: money that arrived at a collector. `pledge`: a promise. `claim`: a payer's own message, so that the money is looked for and
 * not entered. `undo`: takes back the payment with this code. `ask`: the list does not say whether it was paid.
 */
export type RowProposal = 'gift' | 'pledge' | 'claim' | 'undo' | 'ask'

export type PastedMethod = 'mpesa' | 'airtel' | 'bank' | 'cheque' | 'cash'

/** Reasons why a person looks at a row before it is entered. A row without any look is sure. */
export type RowLook =
  | 'no name'
  | 'odd name'
  | 'more words'
  | 'name from the chat'
  | 'no code'
  | 'no date'
  | 'future date'
  | 'code and date differ'
  | 'two numbers'
  | 'added up'
  | 'for each'
  | 'odd amount'
  | 'not marked'
  | 'two marks'
  | 'twice in the list'
  | 'may be another row'
  | 'on the list already'
  | 'other recipient'
  | 'other receiver'
  | 'small'
  | 'large'
  | 'other currency'
  | 'old date'
  | 'odd code'
  | 'two amounts'
  | 'own name'
  | 'a firm'
  | 'pay or refund'
  | 'a cost'
  | 'no giver'
  | 'not given'
  | 'a column'

export type PastedRow = {
  /** Its number in the paste. */
  nr: number
  /** The line where it begins in the paste; the first line is 1. */
  line: number
  source: 'mpesa' | 'airtel' | 'bank' | 'list'
  proposal: RowProposal
  name: string | null
  /** The phone as +254712345678, if all of it is known. */
  phone: string | null
  /** The last digits of a phone whose others are hidden. */
  phoneEnd: string | null
  /** The gift or promise, in cents. */
  amount: number
  /** The part of it that has arrived. */
  paid: number
  /** The provider's name for the payment: the same code is the same money, in any source. */
  code: string | null
  /** The time in Nairobi: 2026-10-02T15:45, or the day alone. */
  at: string | null
  method: PastedMethod | null
  /** The account number, or the receiver, in a payer's message. */
  paidTo: string | null
  /** The giver does not want to be named in public. */
  anonymous: boolean
  looks: RowLook[]
  /** The line of the row that this one may repeat. */
  resembles: number | null
  text: string
}

/** The reason why a line proposes nothing. */
export type RowReason =
  | 'no money'
  | 'airtime'
  | 'agent'
  | 'loan'
  | 'balance'
  | 'failed'
  | 'own accounts'
  | 'how to pay'
  | 'cost'
  | 'crossed out'
  | 'twice'
  | 'reversed'
  | 'known'
  | 'ours'
  | 'unreadable'
  | 'too long'

export type LeftOut = {
  nr: number
  line: number
  reason: RowReason
  code: string | null
  /** The place where the code is counted already, as in `Known.codes`; for a double or a reversal, the other line. */
  counted: string | null
  text: string
}

/** A sum that a list gives for itself; for a total, whether the rows add up to it. */
export type Sum = {
  line: number
  kind: 'total' | 'pledged' | 'balance' | 'goal'
  amount: number
  addsUp: boolean | null
}

export type PasteReading = { rows: PastedRow[]; leftOut: LeftOut[]; sums: Sum[] }

/** Data known before a paste is read. */
export type KnownNames = {
  /** Codes that are counted already, and where. */
  codes?: ReadonlyMap<string, string>
  /** Names and phones of the collectors: money `sent to` one of them has arrived. */
  collectors?: readonly string[]
  /** The lines of our own list, without their numbers, and how often each is in it. */
  ownLines?: ReadonlyMap<string, number>
  /** Names and sums that are on the list already. */
  entries?: readonly { name: string | null; amount: number }[]
  /** The day, as 2026-11-23, for days that are written without their year. */
  today?: string
}

export const mostCharacters = 100_000
export const mostPastedLines = 2000

/** Checks for a row that is ticked by default: a collector's own message with its code, and nothing to look at. */
export const isSure = ({ proposal, source, code, looks }: PastedRow): boolean =>
  proposal === 'gift' && source !== 'list' && code !== null && looks.length === 0
