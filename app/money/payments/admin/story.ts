import { msg } from '@lingui/core/macro'
import { moneyText } from '#app/kit/money.ts'
import { reasonWords } from '#app/kit/provider-reasons.ts'
import type { Words } from '#app/kit/says.ts'
import type { GiftChannel } from '#app/money/donations/channel.ts'
import { receiptNumber } from '#app/money/donations/receipt.ts'
import type { PaidOut } from '#app/money/payouts/admin/payout-admin.ts'
import type { BadgeTone } from '#app/ui/badge.tsx'
import { unplacedWhyWords } from './unplaced.ts'

// The story of one payment, a gift or one for views, from the form to whatever became of it, in plain words.

/** A step of the story. */
export type StoryStep = {
  key: string
  at: Date
  title: Words
  says?: Words[]
  note?: string | undefined
  tone: BadgeTone
}

const ksh = (cents: number) => moneyText(cents, 'KSH')

/** Returns all steps, in the order in which they happened. */
export const stepsOfStory = (gift: GiftStory): StoryStep[] =>
  [
    begun(gift),
    ...gift.events.map(told),
    ...asked(gift),
    ...outcome(gift),
    ...gift.unplaced.flatMap(unplaced),
    ...gift.reversals.flatMap((one) => wentBack(one, gift)),
    ...gift.disputes.flatMap(questioned),
  ].sort((one, other) => one.at.getTime() - other.at.getTime())

const from: Record<GiftStory['begunBy'] | 'page', Words> = {
  form: msg`From the form of the fund drive’s public page.`,
  page: msg`From the owner’s page that sells views.`,
  program: msg`By a program, through the interface for programs.`,
  menu: msg`From the menu of the donor’s phone, without a request of ours.`,
  forgotten: msg`Where it came from is deleted after two days.`,
}

const begun = ({ at, begunBy, bought, ...gift }: GiftStory): StoryStep => ({
  key: 'begun',
  at,
  title: msg({ message: 'Started', context: 'donation' }),
  tone: 'neutral',
  says: [from[bought && begunBy === 'form' ? 'page' : begunBy], ...(begunBy === 'menu' ? [] : [sent(gift, bought)])],
})

function sent({ opened, phone, status }: Pick<GiftStory, 'opened' | 'phone' | 'status'>, bought: GiftStory['bought']) {
  if (phone && (opened || status === 'succeeded')) return msg`A request was sent to the donor’s phone.`
  if (opened && bought) return msg`It was opened at the provider, and the owner was sent there.`
  if (opened) return msg`It was opened at the provider, and the donor was sent there.`
  return status === 'succeeded' ? msg`It was written down afterwards.` : msg`It was not opened at the provider.`
}

const worked: Record<EventTold['state'], Words> = {
  received: msg`Waiting to be processed.`,
  done: msg`Processed.`,
  ignored: msg`It is not about anything of ours.`,
  failed: msg`It could not be applied. It is listed under Differences.`,
}

const told = ({ id, event, state, attempts, at }: EventTold): StoryStep => ({
  key: `event ${id}`,
  at,
  title: msg`The provider told us: ${event}`,
  says: [worked[state], ...(attempts > 1 ? [msg`Tried ${attempts} times.`] : [])],
  tone: state === 'failed' ? 'stop' : 'neutral',
})

function asked({ askedAt, notKnown }: GiftStory): StoryStep[] {
  if (!askedAt) return []
  const says = notKnown > 0 ? [msg`It did not know this payment, ${notKnown} times in a row.`] : []
  return [{ key: 'asked', at: askedAt, title: msg`Asked at the provider`, says, tone: 'neutral' }]
}

const failed = msg({ message: 'Failed', context: 'donation' })

function outcome(gift: GiftStory): StoryStep[] {
  const { status, amount, settledAt, changedAt, failure, donation, bought } = gift
  // Known meanings of the provider's words are in the reader's language.
  const meant = failure ? (unplacedWhyWords[failure] ?? reasonWords(failure)) : undefined
  const [says, note] = meant ? [[meant]] : [[], failure ?? undefined]
  if (status === 'succeeded' && settledAt) {
    const sum = ksh(amount)
    const number = donation && receiptNumber(donation.id, donation.at)
    const booked = bought
      ? msg`The views were given to the fund drive.`
      : number && msg`Booked as a donation; its receipt is ${number}.`
    const lines = [msg`${sum} arrived.`, ...(booked ? [booked] : [])]
    return [{ key: 'paid', at: settledAt, title: msg`Paid`, says: lines, tone: 'gain' }]
  }
  if (status === 'failed') return [{ key: 'failed', at: changedAt, title: failed, says, note, tone: 'stop' }]
  if (status === 'mismatch') return [{ key: 'unplaced', at: changedAt, title: msg`Unplaced`, says, note, tone: 'warn' }]
  if (status === 'abandoned')
    return [{ key: 'abandoned', at: changedAt, title: msg`Given up after a day without payment`, tone: 'neutral' }]
  if (status === 'init_unknown')
    return [{ key: 'unknown', at: changedAt, title: msg`The provider gave no answer`, tone: 'stop' }]
  return []
}

function unplaced({ id, why, amount, currency, at, closedAt, note }: UnplacedStory): StoryStep[] {
  const sum = currency === 'KES' ? ksh(amount) : `${currency} ${amount / 100}`
  const meant = unplacedWhyWords[why]
  const came: StoryStep = {
    key: `unplaced ${id}`,
    at,
    title: msg`${sum} arrived and matches no payment`,
    note: meant ? undefined : why,
    tone: 'warn',
    says: [...(meant ? [meant] : []), msg`It is listed under Unplaced money.`],
  }
  if (!closedAt) return [came]
  return [came, { key: `closed ${id}`, at: closedAt, title: msg`Unplaced money was closed`, note, tone: 'neutral' }]
}

const progressWords: Record<ReversalTold['progress'], Words> = {
  waiting: msg`The provider is being asked.`,
  unknown: msg`The provider was asked, and its answer is not known yet.`,
  pending: msg`It is on its way at the provider.`,
  'by hand': msg`M-Pesa does not send it from here. An administrator sends it in the M-Pesa portal.`,
  attention: msg`The provider can’t send it the way it came: it needs the payer’s bank details.`,
  office: msg`Givers asked much back in a day: an administrator has to agree before it is sent.`,
}

function wentBack(one: ReversalTold, { bought }: Pick<GiftStory, 'bought'>): StoryStep[] {
  const { id, kind, amount, feePart, state, progress, askedAs, note, by, at, doneAt } = one
  const sum = ksh(amount)
  const [back, borne] = bought
    ? [msg`${sum} was refunded to the payer`, msg`The platform paid for it. The unused views are gone.`]
    : [msg`${sum} was refunded to the donor`, msg`This includes ${ksh(feePart)} of the platform’s fee.`]
  const done: StoryStep = {
    key: `back ${id}`,
    at: doneAt ?? at,
    tone: 'stop',
    title: kind === 'refund' ? back : msg`The payer’s bank took ${sum} back`,
    says: [borne],
  }
  if (kind === 'chargeback') return state === 'done' ? [done] : []
  const says = [
    ...(askedAs === 'owner' ? [msg`The organiser gave it back.`] : []),
    by ? msg`By ${by}.` : askedAs === 'giver' ? msg`Its giver asked for it.` : msg`Started at the provider, not by us.`,
    ...(state === 'open'
      ? [progressWords[progress]]
      : state === 'failed'
        ? [msg`It failed: nothing was refunded.`]
        : []),
  ]
  const open: StoryStep = {
    key: `refund ${id}`,
    at,
    title: msg`A refund of ${sum} was asked for`,
    says,
    note: note || undefined,
    tone: state === 'failed' ? 'stop' : state === 'open' ? 'warn' : 'neutral',
  }
  return state === 'done' ? [open, done] : [open]
}

export const outcomeWords: Record<NonNullable<DisputeTold['resolution']>, Words> = {
  'merchant-accepted': msg`Lost: we accepted it`,
  'auto-accepted': msg`Lost: nobody answered in time`,
  declined: msg`Won: nothing is refunded`,
}

function questioned({ id, amount, at, answer, answeredAt, by, resolution, resolvedAt }: DisputeTold): StoryStep[] {
  const name = by ?? ''
  const steps: StoryStep[] = [
    { key: `dispute ${id}`, at, title: msg`The cardholder’s bank disputes ${ksh(amount)}`, tone: 'warn' },
  ]
  if (answer && answeredAt) {
    const title = answer === 'accept' ? msg`The dispute was accepted` : msg`The dispute was declined`
    steps.push({ key: `answer ${id}`, at: answeredAt, title, says: [msg`By ${name}.`], tone: 'neutral' })
  }
  if (resolution && resolvedAt)
    steps.push({
      key: `resolved ${id}`,
      at: resolvedAt,
      title: msg`The dispute is over`,
      says: [outcomeWords[resolution]],
      tone: resolution === 'declined' ? 'gain' : 'stop',
    })
  return steps
}

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
  progress: 'waiting' | 'unknown' | 'pending' | 'attention' | 'by hand' | 'office'
  askedAs: 'giver' | 'owner' | 'office' | null
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
