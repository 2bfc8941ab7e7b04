import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

/** Who does or looks at something that is not theirs, and from where. */
export type Actor = { id: string; address: string }

/** All that is written down, in the words of the log. 'seen' is looking at what names people. */
export const acts = {
  seen: msg`Viewed`,
  exported: msg`Exported`,
  revealed: msg`Revealed number`,
  'much taken': msg`Large export`,
  'donor forgotten': msg`Forgot a donor`,
  'payout approved': msg`Approved a payout`,
  'payout completed': msg`Completed a payout`,
  'payout declined': msg`Declined a payout`,
  'transfer tried again': msg`Sent a transfer again`,
  'refund asked': msg`Refunded a donation`,
  'refund continued': msg`Gave bank details for a refund`,
  'dispute answered': msg`Answered a dispute`,
  'debt written off': msg`Wrote off a debt`,
  'suspense returned': msg`Refunded unplaced money`,
  'suspense closed': msg`Closed unplaced money`,
  'break closed': msg`Closed a difference`,
  'break opened': msg`Opened a difference`,
  'settlement approved': msg`Approved a settlement`,
  'settlement booked': msg`Booked a settlement`,
  'balance compared': msg`Compared the balance`,
  'books looked through': msg`Ran ledger checks`,
  'person suspended': msg`Suspended a person`,
  'person restored': msg`Restored a person`,
  'sessions ended': msg`Ended a person’s sessions`,
  'confirmation sent': msg`Sent a confirmation email`,
  'role changed': msg`Changed a role`,
  'role asked': msg`Asked for a role: needs a second administrator`,
  'restore asked': msg`Asked to restore a person: needs a second administrator`,
  'drive paused': msg`Paused a drive`,
  'drive opened': msg`Reopened a drive`,
  'withdrawals frozen': msg`Froze withdrawals`,
  'withdrawals freed': msg`Unfroze withdrawals`,
  'views given': msg`Gave free views`,
  'comment released': msg`Released a comment`,
  'comment hidden': msg`Hid a comment`,
  'letter closed': msg`Closed a report or a question`,
  'setting changed': msg`Changed a setting`,
  'page changed': msg`Changed a page`,
  'setting asked': msg`Asked for a setting: needs a second administrator`,
  'package changed': msg`Changed a package`,
  'job tried again': msg`Retried a job`,
  'job dropped': msg`Dropped a job`,
} satisfies Record<string, Words>
export type ActName = keyof typeof acts

/** What it is about. */
export const nouns = {
  donation: msg`Donations`,
  payment: msg`Payments`,
  payout: msg`Payouts`,
  method: msg`Withdrawal methods`,
  person: msg`People`,
  drive: msg`Fund drives`,
  comment: msg`Comments`,
  letter: msg`Reports and questions`,
  visit: msg`Visits`,
  view: msg`Page views`,
  dispute: msg`Disputes`,
  suspense: msg`Unplaced money`,
  break: msg`Differences`,
  settlement: msg`Settlements`,
  book: msg`Books`,
  setting: msg`Settings`,
  package: msg`Packages`,
  page: msg`Pages`,
  job: msg`Failed jobs`,
  'audit log': msg`Audit Log`,
} satisfies Record<string, Words>
export type Noun = keyof typeof nouns

export type Facts = Record<string, string | number | boolean | null>
