import { msg } from '@lingui/core/macro'
import type { ShownCategory, Status } from '#app/drives/drive/drive.ts'
import type { Words } from '#app/kit/says.ts'

// Drives as administrators see them: what marks one, how they are looked for, and what is said when one is dealt with.

/** Marks for what is unusual about a drive, also used as a filter. */
export const driveMarks = ['stopped', 'frozen', 'used-up', 'owes'] as const
export type DriveMark = (typeof driveMarks)[number]
export const markNames: Record<DriveMark, Words> = {
  stopped: msg`Paused by us`,
  frozen: msg`Withdrawals frozen`,
  'used-up': msg`Views used up`,
  owes: msg`Owes money`,
}

/** A drive in the list. Amounts are cents. */
export type DriveLine = {
  id: string
  slug: string
  title: string
  owner: { id: string; name: string; email: string; suspended: boolean; gone: boolean }
  status: Status
  stopped: boolean
  frozen: boolean
  owes: boolean
  raised: number
  /** Null while it collects nothing. */
  goal: number | null
  donors: number
  viewsLeft: number
  created: Date
}

/** Returns a drive's marks, the most pressing first. */
export const marksOf = ({ stopped, frozen, owes, viewsLeft }: DriveLine): DriveMark[] => [
  ...(stopped ? (['stopped'] as const) : []),
  ...(frozen ? (['frozen'] as const) : []),
  ...(viewsLeft <= 0 ? (['used-up'] as const) : []),
  ...(owes ? (['owes'] as const) : []),
]

/** Everything that is known of one at a glance. */
export type DriveSeen = DriveLine & {
  category: ShownCategory
  location: string
  endDate: string | null
  /** The platform's share of its gifts, in hundredths of a percent. */
  feeBps: number
  /** The codes that payers type, the newest first; none where nobody can pay so. */
  codes: string[]
  /** Since when and why we have paused it; null while we have not. */
  stop: { at: Date; why: string } | null
  freeze: { at: Date; why: string } | null
  /** The amount recorded by hand, in cents; `hidden`: since when and why we hide it, null while we don't. */
  recorded: number
  hidden: { at: Date; why: string } | null
  /** True if its owner lists it for everybody; and since when and why we took it off the list. */
  listed: boolean
  unlisted: { at: Date; why: string } | null
}

export const driveDecisionTexts = {
  missing: msg`This fund drive no longer exists`,
  meanwhile: msg`Another administrator has just decided about this fund drive`,
  own: msg`This fund drive is yours. Another administrator has to decide about it.`,
} satisfies Record<string, Words>
