import type { GiftChannel } from '#app/money/donations/channel.ts'
import type { PaidOut } from '#app/money/payouts/admin/payout-admin.ts'

// The known facts of one payment, for its story.

export type EventTold = {
  id: number
  event: string
  state: 'received' | 'done' | 'ignored' | 'failed'
  attempts: number
  at: Date
  doneAt: Date | null
}
export type ReversalTold = {
  id: number
  kind: 'refund' | 'chargeback'
  amount: number
  feePart: number
  state: 'open' | 'done' | 'failed'
  progress: 'waiting' | 'unknown' | 'pending' | 'attention' | 'by hand'
  note: string
  at: Date
  doneAt: Date | null
  extId: string | null
  by: string | null
}
export type DisputeTold = {
  id: number
  amount: number
  status: 'open' | 'resolved'
  resolution: 'merchant-accepted' | 'auto-accepted' | 'declined' | null
  dueAt: Date | null
  at: Date
  resolvedAt: Date | null
  answer: 'accept' | 'decline' | null
  answeredAt: Date | null
  by: string | null
}
export type StoryPosting = { id: number; kind: string; debit: string; credit: string; amount: number; at: Date }
export type UnplacedStory = {
  id: number
  why: string
  amount: number
  currency: string
  state: string
  note: string
  at: Date
  closedAt: Date | null
}
type Job = { key: string; name: string; state: 'waiting' | 'running' | 'given up'; tries: number; runAt: Date }

export type GiftStory = {
  id: number
  reference: string
  providerId: string | null
  providerFee: number | null
  status: string
  amount: number
  reversed: number
  chargedBack: number
  channel: GiftChannel | null
  name: string
  email: string
  anonymous: boolean
  message: string
  language: string
  failure: string | null
  /** Times: begun, last changed, came in, last asked about at the provider. */
  at: Date
  changedAt: Date
  settledAt: Date | null
  askedAt: Date | null
  /** The number of times in a row that the provider knew of no such payment. */
  notKnown: number
  opened: boolean
  /** `menu`: the payer sent it unasked to the Paybill or the till. */
  begunBy: 'form' | 'program' | 'menu' | 'forgotten'
  /** M-Pesa’s code, where it is known. */
  code: string | null
  /** The phone that a request was sent to, in part; null where none was. */
  phone: string | null
  drive: { id: string; slug: string; title: string } | null
  /** The views that were paid for; null for a gift. */
  bought: { package: string; views: number } | null
  donation: { id: number; at: Date; receipt: string; platformFee: number; feeBps: number } | null
  events: EventTold[]
  reversals: ReversalTold[]
  disputes: DisputeTold[]
  unplaced: UnplacedStory[]
  doubles: { id: number; reference: string; at: Date; state: string }[]
  postings: StoryPosting[]
  jobs: Job[]
  /** For a gift that came in; left out where its drive has too many to follow each. */
  paidOut?: PaidOut | undefined
}
