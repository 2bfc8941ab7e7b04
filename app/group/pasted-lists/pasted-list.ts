import { msg, plural } from '@lingui/core/macro'
import type { Says, Words } from '#app/kit/says.ts'

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

// The texts of pasted lists, for server and browser.

export const pastedListTexts = {
  notYours: msg`Only the owner and the treasurer of this fund drive can do this.`,
  nothing: msg`We found no gift and no promise in this text. Paste M-Pesa messages, or the list with names and amounts.`,
  counted: msg`All that we read in this text is counted already. There is nothing new to enter.`,
  empty: msg`Paste the messages or the list here.`,
  tooLong: msg`Please paste at most 100,000 characters at a time.`,
  notKept: { title: msg`The text could not be read. Please try again.`, tone: 'bad' },
  missing: msg`We don’t have this text any more. Please paste it again.`,
  undone: msg`This paste was taken back. Paste the text again to enter it.`,
  noneTicked: msg`Tick the rows that you want to enter.`,
  check: { title: msg`Nothing was entered. Please check the marked rows.`, tone: 'bad' },
  notEntered: { title: msg`The rows could not be entered. Please try again.`, tone: 'bad' },
  notTakenBack: { title: msg`The paste could not be taken back. Please try again.`, tone: 'bad' },
  already: { title: msg`These rows are entered already.` },
  kind: msg`Choose what this row is.`,
  paid: msg`What is paid can’t be more than the promise.`,
  name: msg`Please use at most 200 characters.`,
  day: msg`Please enter a valid date that is not in the future.`,
  method: msg`Please choose how it was given.`,
  phone: msg`Please enter a valid phone number, or leave it empty.`,
  tail: msg`Ask the giver for the last three digits of the number that paid.`,
  notOurCode: msg`Only a payment with an M-Pesa code can be looked for.`,
  isLookedFor: msg`This payment is looked for already, from another paste.`,
  notForUs: msg`This payment was looked for, and did not come to this fund drive.`,
  noSuchGift: msg`No gift with this code is recorded here.`,
} satisfies Record<string, Words | Says>

/** The reasons why a row's gift is void, for its story: people of the drive read it. */
export const rowWhys = { takenBack: 'The paste was taken back', reversed: 'M-Pesa took the payment back' }

export const proposalWords: Record<RowProposal, Words> = {
  gift: msg`Gift`,
  pledge: msg`Pledge`,
  claim: msg`To be looked for`,
  undo: msg`Reversed`,
  ask: msg`Please choose`,
}

export const lookWords: Record<RowLook, Words> = {
  'no name': msg`No name`,
  'odd name': msg`Check the name`,
  'more words': msg`Read the whole line: it says more`,
  'name from the chat': msg`The name is from the chat`,
  'no code': msg`No code`,
  'no date': msg`No day`,
  'future date': msg`The day is in the future`,
  'code and date differ': msg`The code is from another day`,
  'two numbers': msg`Two numbers: check the amount`,
  'added up': msg`Amounts were added up`,
  'for each': msg`Perhaps this amount is for each person`,
  'odd amount': msg`Check the amount`,
  'not marked': msg`Not marked as paid`,
  'two marks': msg`Marked as paid and as promised`,
  'twice in the list': msg`Twice in the list`,
  'may be another row': msg`May be the same as another row`,
  'on the list already': msg`May be on your list already`,
  'other recipient': msg`Sent to someone else: we look for it`,
  'other receiver': msg`Received by a person who does not collect`,
  small: msg`A small amount`,
  large: msg`A large amount`,
  'other currency': msg`Another currency`,
  'old date': msg`An old date: is it for this fund drive?`,
  'odd code': msg`The code is not complete`,
  'two amounts': msg`One code with two amounts`,
  'own name': msg`From the person who collects`,
  'a firm': msg`From a firm or an account: who gave it?`,
  'pay or refund': msg`Perhaps pay, a loan, a refund or a prize`,
  'a cost': msg`Perhaps a cost, not a gift`,
  'no giver': msg`Perhaps a total or an account, not a giver`,
  'not given': msg`Perhaps it was not given`,
  'a column': msg`A column of the table was not understood`,
}

export const rowReasonWords: Record<Exclude<RowReason, 'known'>, Words> = {
  'no money': msg`No amount`,
  airtime: msg`Airtime or bundles`,
  agent: msg`Cash at an agent`,
  loan: msg`A loan`,
  balance: msg`A balance`,
  failed: msg`The payment failed`,
  'own accounts': msg`Between own accounts`,
  'how to pay': msg`How to pay`,
  cost: msg`A cost, not a gift`,
  'crossed out': msg`Crossed out`,
  twice: msg`The same as another row`,
  reversed: msg`Reversed by another message`,
  ours: msg`On your list already`,
  unreadable: msg`Not understood`,
  'too long': msg`Too long: what follows was not read`,
}

const stays = (rows: number) =>
  msg`${plural(rows, { one: '# row was changed since, and stays.', other: '# rows were changed since, and stay.' })}`

/** The entries that would go if a paste were taken back now, and the number of rows that would stay. */
export type GoesBack = { gifts: number; pledges: number; claims: number; stays: number }
/** Returns words for what would go and stay. */
export const goesWords = ({ gifts, pledges, claims, stays: rows }: GoesBack): Words[] => [
  ...(gifts > 0 ? [msg`${plural(gifts, { one: '# gift is cancelled.', other: '# gifts are cancelled.' })}`] : []),
  ...(pledges > 0
    ? [msg`${plural(pledges, { one: '# pledge is cancelled.', other: '# pledges are cancelled.' })}`]
    : []),
  ...(claims > 0
    ? [
        msg`${plural(claims, { one: '# payment is no longer looked for.', other: '# payments are no longer looked for.' })}`,
      ]
    : []),
  ...(rows > 0 ? [stays(rows)] : []),
]

/** Returns the toast after a paste was taken back. */
export const takenBackSays = ({ undone, stayed }: { undone: number; stayed: number }): Says => ({
  title: msg`${plural(undone, { one: '# row taken back', other: '# rows taken back' })}`,
  ...(stayed > 0 ? { text: stays(stayed) } : {}),
})

const leftSays = (left: number) => msg`${plural(left, { one: '# row left', other: '# rows left' })}`

export const enteredSays = ({ entered, already, left }: { entered: number; already: number; left: number }): Says => {
  if (entered === 0) return pastedListTexts.already
  const title = msg`${plural(entered, { one: '# row entered', other: '# rows entered' })}`
  if (already === 0) return left > 0 ? { title, text: leftSays(left) } : { title }
  return {
    title,
    text: msg`${plural(already, { one: '# row was entered before.', other: '# rows were entered before.' })}`,
  }
}

// This noun's declarations for other features: see docs/develop/decisions/0006.

/** The name of each job, for its operators. */
const jobs = {
  'forget-pastes': msg`Erasing the text of old lists of groups`,
} satisfies Record<string, Words>

/** This noun's declarations, for app/admin/declared.ts. */
export const pastedListsDeclared = { jobs }

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'forget-pastes': Record<never, never>
  }
}
