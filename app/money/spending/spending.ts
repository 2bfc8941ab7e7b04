import { msg } from '@lingui/core/macro'
import { moneyText } from '#app/kit/money.ts'
import type { Says, Words } from '#app/kit/says.ts'

// Receipts of what withdrawals bought, which the owner and treasurers of a drive show to everybody, for server and browser.

export const receiptMost = {
  /** Rows of one withdrawal. */
  rows: 300,
  paidTo: 80,
  what: 120,
  noPhoto: 120,
  undoneWhy: 200,
}

/** The most lines of a plan, and the longest words of one. */
export const planMost = { lines: 10, what: 60 }

/** The words of the line on the drive's page, and of its link. */
export const sentAndShown = ({ sent, shown }: { sent: number; shown: number }): Words =>
  msg`${moneyText(sent)} sent, ${moneyText(shown)} shown by receipts.`
export const toAccount = msg`See the account`

/** The first day that a receipt may have. */
export const firstSpentOn = '2000-01-01'

export const spendingTexts = {
  added: { title: msg`Receipt added` },
  notAdded: { title: msg`The receipt could not be added`, tone: 'bad' },
  listAdded: { title: msg`List added` },
  listNotAdded: { title: msg`The list could not be added`, tone: 'bad' },
  undone: { title: msg`Receipt undone` },
  notUndone: { title: msg`The receipt could not be undone`, tone: 'bad' },
  another: {
    title: msg`Not added: this form was used for another receipt`,
    why: msg`If this is one more receipt, press again. If it is the same one, it is in the list already.`,
    tone: 'bad',
  },
  missing: msg`This withdrawal does not exist.`,
  notSent: msg`Receipts can be added once the withdrawal was sent.`,
  receiptMissing: msg`This receipt does not exist.`,
  undoneBefore: msg`This receipt was undone before.`,
  manyRows: msg`A withdrawal has at most 300 receipts.`,
  rowsMissing: msg`Paste the rows of the list`,
  amountMissing: msg`Enter an amount`,
  amountShape: msg`Please write an amount such as 1,000 or 1500.50`,
  paidToMissing: msg`Write who was paid`,
  paidToLong: msg`Please write it in 80 letters or less`,
  whatMissing: msg`Write what was bought`,
  whatLong: msg`Please write it in 120 letters or less`,
  dayMissing: msg`Choose the day`,
  dayLater: msg`Please choose today or an earlier day.`,
  photoMissing: msg`Add a photo, or write why there is none`,
  photoGone: msg`Please choose the photo again`,
  whyMissing: msg`Write a reason`,
  whyLong: msg`Please write it in 200 letters or less`,
  lineAdded: { title: msg`Line added` },
  lineNotAdded: { title: msg`The line could not be added`, tone: 'bad' },
  lineSaved: { title: msg`Plan saved` },
  lineNotSaved: { title: msg`The plan could not be saved`, tone: 'bad' },
  anotherLine: {
    title: msg`Not added: this form was used for another line`,
    why: msg`If this is one more line, press again. If it is the same one, it is in the plan already.`,
    tone: 'bad',
  },
  manyLines: msg`A plan has at most 10 lines.`,
  lineMissing: msg`This line is not in the plan, or it is closed.`,
  lineClosedBefore: msg`This line is closed.`,
  lineWhatMissing: msg`Write what it is for`,
  lineWhatLong: msg`Please write it in 60 letters or less`,
} satisfies Record<string, Says | Words>

/** Says how much of a withdrawal receipts can still show. */
export const onlyLeft = (left: number): Words => {
  const sum = moneyText(left)
  return msg`Only ${sum} of this withdrawal is left to show.`
}

/** Says which row of a pasted list can't be read. */
export const rowWrong = (row: number): Words =>
  msg`Row ${row} is not clear. Please write it as name, amount, day, such as Amina Yusuf, 1,000, 20/11/2026. The day is today or earlier.`

/** A receipt as its form says it. */
export type ReceiptTyped = { amount: number; paidTo: string; what: string; day: string }

/** A receipt as pages show it. In the public account a hidden name is null, and an undone receipt has neither name nor photo. */
export type SpentReceipt = {
  id: number
  amount: number
  paidTo: string | null
  showsName: boolean
  what: string
  day: string
  photo: string | null
  noPhoto: string
  undoneWhy: string | null
  /** Set if an administrator has hidden the photo: the reason, which is empty for everybody who does not help with the drive. */
  hidden: string | null
  /** True for a row of a pasted list. */
  ofList: boolean
}

/** A withdrawal, with all its parts. Amounts are cents. */
export type SpentWithdrawal = {
  /** The number of its first part. */
  id: number
  whole: string
  purpose: string
  /** The line of the plan that it names, in the owner's words. */
  line: string | null
  askedOn: string
  /** The sum that was sent, without the fee; 0 before it is sent. */
  sent: number
  fee: number
  setAside: number
  sentOn: string | null
  /** True if it was sent, and came back. */
  isReturned: boolean
  /** The sum that receipts show, and their number. */
  shown: number
  receipts: number
}

/** A line of a drive's plan. Amounts are cents. */
export type PlanLine = {
  id: number
  what: string
  plan: number
  /** The sum that was planned first, and the day of the last change; null if it was never changed. */
  was: number | null
  changedOn: string | null
  isClosed: boolean
  /** True if a withdrawal names it. */
  isNamed: boolean
  /** The sums of withdrawals that name it, without fees: sent, not sent yet, and shown by receipts. */
  sent: number
  underWay: number
  shown: number
}

/** Returns what withdrawals of a line, and one more, take beyond its plan. */
export const beyondPlan = (line: PlanLine | null | undefined, more = 0): number =>
  line ? Math.max(0, line.sent + line.underWay + more - line.plan) : 0

/** Says that withdrawals of a line are more than its plan. Nothing is refused for it. */
export const overPlan = (sum: number): Words => msg`${moneyText(sum)} over plan`

/** Returns the sum of a withdrawal that no receipt shows yet. */
export const notShown = ({ sent, shown }: Pick<SpentWithdrawal, 'sent' | 'shown'>): number => Math.max(0, sent - shown)
