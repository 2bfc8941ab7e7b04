import { type SqlBool, sql } from 'kysely'
import { phoneShown } from '#app/kit/phone.ts'
import { chargedBackOf } from '#app/money/donations/donations.server.ts'
import { paidOutOf } from '#app/money/payouts/admin/payout.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { jobsNamed } from '#app/platform/jobs/queue.server.ts'
import { payerOf } from './gifts-list.server.ts'
import type { DisputeTold, EventTold, GiftStory, ReversalTold, StoryPosting } from './story.ts'

// All that is known of one payment, a gift or one for views: what it is, and everything that happened to it.

const most = 200

/** Returns everything that is kept of a payment; undefined if there is none of this number. */
export async function storyOf(db: Db, paymentId: number): Promise<GiftStory | undefined> {
  const gift = await giftOf(db, paymentId)
  if (!gift) return undefined
  const [scope, events, reversals, disputes, unplaced, doubles] = await Promise.all([
    scopeOf(db, paymentId),
    eventsOf(db, gift.reference),
    reversalsOf(db, paymentId),
    disputesOf(db, paymentId),
    unplacedOf(db, paymentId),
    doublesOf(db, gift.reference),
  ])
  const [postings, jobs, paidOut] = await Promise.all([
    postingsOf(db, {
      payment: paymentId,
      reversals: reversals.map(({ id }) => id),
      suspense: unplaced.map(({ id }) => id),
    }),
    jobsNamed(db, jobKeys(gift, reversals)),
    gift.donation && gift.drive ? paidOutOf(db, gift.drive.id, paymentId) : undefined,
  ])
  const { byMenu, ...more } = gift
  const begunBy = byMenu
    ? 'menu'
    : scope === undefined
      ? 'forgotten'
      : scope.endsWith(' by program')
        ? 'program'
        : 'form'
  return { ...more, begunBy, events, reversals, disputes, unplaced, doubles, postings, jobs, paidOut }
}

/** The phone that a payment's last request was sent to. */
const phoneAsked = sql<string | null>`(
  select q.phone from mpesa_prompts q where q.payment_id = p.id order by q.n desc limit 1)`

async function giftOf(db: Db, paymentId: number) {
  const row = await db
    .selectFrom('payments as p')
    .leftJoin('fund_drives as d', 'd.id', 'p.fund_drive_id')
    .leftJoin('donations as g', 'g.payment_id', 'p.id')
    .leftJoin('subscription_packages as k', 'k.id', 'p.package_id')
    .leftJoin('mpesa_receipts as m', 'm.payment_id', 'p.id')
    .where('p.id', '=', paymentId)
    .select(['p.id', 'p.reference', 'p.provider_tx_id as providerId', 'p.provider_fee as providerFee', 'p.status'])
    .select(chargedBackOf('p.id').as('chargedBack'))
    .select(['p.amount', 'p.reversed', 'p.channel', 'p.donor_email as email', 'p.anonymous', payerOf.as('name')])
    .select(['p.message', 'p.language', 'p.failure', 'p.created_at as at', 'p.settled_at as settledAt'])
    .select(['p.updated_at as changedAt', 'p.asked_at as askedAt', 'p.not_known as notKnown'])
    .select(sql<boolean>`p.authorization_url is not null`.as('opened'))
    .select(['d.id as driveId', 'd.slug', 'd.title', 'g.id as donationId', 'g.created_at as bookedAt'])
    .select(['g.receipt', 'g.platform_fee as platformFee', 'g.fee_bps as feeBps'])
    .select(['k.name as package', 'p.views', 'm.receipt as code', phoneAsked.as('phone')])
    .select(sql<boolean>`m.receipt is not null and m.prompt_id is null`.as('byMenu'))
    .executeTakeFirst()
  if (!row) return undefined
  const { driveId, slug, title, donationId, bookedAt, receipt, platformFee, feeBps, channel, ...more } = row
  const { package: name, views, phone, ...gift } = more
  return {
    ...gift,
    channel: channel as GiftStory['channel'],
    phone: phone && phoneShown(phone),
    bought: views === null ? null : { package: name ?? '', views },
    drive: driveId === null ? null : { id: driveId, slug: slug!, title: title! },
    donation:
      donationId === null
        ? null
        : { id: donationId, at: bookedAt!, receipt: receipt!, platformFee: platformFee!, feeBps: feeBps! },
  }
}

/** Returns the scope of the form's key, which tells whether a page or a program sent it. The key is kept for two days. */
const scopeOf = async (db: Db, paymentId: number): Promise<string | undefined> =>
  (
    await db
      .selectFrom('idempotency_keys')
      .where('payment_id', '=', paymentId)
      .select('scope')
      .limit(1)
      .executeTakeFirst()
  )?.scope

const eventsOf = (db: Db, reference: string): Promise<EventTold[]> =>
  db
    .selectFrom('webhook_events')
    .where(sql<SqlBool>`about ->> 'reference' = ${reference}`)
    .select(['id', 'event', 'state', 'attempts', 'received_at as at', 'done_at as doneAt'])
    .orderBy('id')
    .limit(most)
    .execute() as Promise<EventTold[]>

const reversalsOf = (db: Db, paymentId: number): Promise<ReversalTold[]> =>
  db
    .selectFrom('reversals as r')
    .leftJoin('profiles as who', 'who.user_id', 'r.asked_by')
    .where('r.payment_id', '=', paymentId)
    .select(['r.id', 'r.kind', 'r.amount', 'r.fee_part as feePart', 'r.state', 'r.progress', 'r.note'])
    .select(['r.created_at as at', 'r.done_at as doneAt', 'r.ext_id as extId', 'who.full_name as by'])
    .select('r.asked_as as askedAs')
    .orderBy('r.id')
    .limit(most)
    .execute() as Promise<ReversalTold[]>

const disputesOf = (db: Db, paymentId: number): Promise<DisputeTold[]> =>
  db
    .selectFrom('disputes as q')
    .leftJoin('profiles as who', 'who.user_id', 'q.answered_by')
    .where('q.payment_id', '=', paymentId)
    .select(['q.id', 'q.amount', 'q.status', 'q.resolution', 'q.due_at as dueAt', 'q.created_at as at'])
    .select(['q.resolved_at as resolvedAt', 'q.answer', 'q.answered_at as answeredAt', 'who.full_name as by'])
    .orderBy('q.id')
    .limit(most)
    .execute() as Promise<DisputeTold[]>

const unplacedOf = (db: Db, paymentId: number) =>
  db
    .selectFrom('suspense')
    .where('payment_id', '=', paymentId)
    .select(['id', 'why', 'amount', 'currency', 'state', 'note', 'created_at as at', 'closed_at as closedAt'])
    .orderBy('id')
    .limit(most)
    .execute()

/** Returns other gifts that this one looks like, as a person was asked to check. */
const doublesOf = (db: Db, reference: string) =>
  db
    .selectFrom('discrepancies as b')
    .innerJoin('payments as p', (on) =>
      on.on(sql<SqlBool>`p.reference = case when b.subject = ${reference} then b.facts ->> 'first' else b.subject end`),
    )
    .where(sql<SqlBool>`b.kind = 'possible double'`)
    .where(sql<SqlBool>`(b.subject = ${reference} or b.facts ->> 'first' = ${reference})`)
    .select(['p.id', 'p.reference', 'p.created_at as at', 'b.state'])
    .orderBy('p.id')
    .limit(20)
    .execute()

type Subjects = { payment: number; reversals: number[]; suspense: number[] }

async function postingsOf(db: Db, { payment, reversals, suspense }: Subjects): Promise<StoryPosting[]> {
  const { rows } = await sql<StoryPosting>`
    select t.id, t.event_kind as kind, d.code as debit, c.code as credit, t.amount, t.created_at as at
    from ledger_transfers t
      join ledger_accounts d on d.id = t.debit_account
      join ledger_accounts c on c.id = t.credit_account
    where (t.event_kind in ('donation', 'subscription') and t.subject_id = ${payment}::bigint)
      or (t.event_kind = 'reversal' and t.subject_id = any(${reversals}::bigint[]))
      or (t.event_kind = 'suspense' and t.subject_id = any(${suspense}::bigint[]))
    order by t.id limit ${most}::int`.execute(db)
  return rows
}

/** Lists the keys of jobs that a payment leaves behind: jobs still to be done are in the queue, done ones are not. */
function jobKeys({ id, donation, bought }: Pick<GiftStory, 'id' | 'donation' | 'bought'>, reversals: ReversalTold[]) {
  const ofGift = donation ? ['mail-receipt', 'mail-gift'].map((job) => `${job}:${donation.id}`) : []
  const ofViews = bought ? [`mail-views-bought:${id}`] : []
  return [
    ...ofGift,
    ...ofViews,
    ...reversals.flatMap(({ id }) => ['mail-paid-back', 'mail-gift-gone'].map((job) => `${job}:${id}`)),
    // A refund sent by hand is watched by cron, and nobody waits for that.
    ...reversals.flatMap(({ id, progress }) => (progress === 'by hand' ? [] : [`send-refund:${id}`])),
  ]
}
