import { sql } from 'kysely'
import { data } from 'react-router'
import { type About, decision } from '#app/admin/decision.server.ts'
import { Refusal } from '#app/kit/says.ts'
import { endedAs, requestedAt } from '#app/money/mpesa/figures.server.ts'
import { agreeStatement } from '#app/money/mpesa/statement.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { mobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { isStopped } from '#app/platform/providers/provider.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import {
  booking,
  type HeldStatement,
  type RailFigures,
  type RailMonth,
  type RailNow,
  railTexts,
  type StatementSeen,
} from './rail.ts'

const needed = ['DARAJA_KEY', 'DARAJA_SECRET', 'DARAJA_SHORTCODE', 'DARAJA_PASSKEY'] as const

/** Tells which parts of M-Pesa are offered, and which are not. */
export async function railNow(db: Db): Promise<RailNow> {
  const rail = mobileMoney()
  if (!rail) return { is: 'off', missing: needed.filter((name) => !settings[name]) }
  const { payIn, proves, shortcodes, name, sends } = rail.capabilities()
  const missing = [
    ...(proves.includes('list') ? [] : ['DARAJA_PULL_NUMBER']),
    ...(proves.includes('status') ? [] : ['DARAJA_INITIATOR', 'DARAJA_CREDENTIAL']),
  ]
  const [shortcode, sendsFrom] = [shortcodes[0]!, sends?.from ?? null]
  return { is: 'on', isStopped: await isStopped(db, name), shortcode, payIn, proves, sendsFrom, missing }
}

/** Reads the figures of this moment. */
export async function figuresNow(db: Db): Promise<RailFigures> {
  const { rows } = await sql<RailFigures>`
    select (select count(*) from mpesa_prompts where state in ('created', 'open')) as prompts,
      (select min(created_at) from mpesa_prompts where state in ('created', 'open')) as "oldestPrompt",
      (select percentile_cont(0.5) within group (order by extract(epoch from p.settled_at - r.paid_at))::float8
        from payments p join mpesa_receipts r on r.payment_id = p.id
        where p.provider = 'mpesa' and p.settled_at > now() - interval '1 hour' and r.paid_at <= p.settled_at) as lag,
      (select max(proved_at) from mpesa_receipts where proved_by = 'list') as listed,
      (select count(*) from mpesa_receipts where state = 'heard') as heard,
      (select count(*) from mpesa_asks where state in ('open', 'late')) as asks,
      (select min(asked_at) from mpesa_asks where state in ('open', 'late')) as "oldestAsk",
      (select max(taken_at) from mpesa_doors where until is null) as doors`.execute(db)
  return rows[0]!
}

/** Reads the figures of the last 30 days: they show that something is wrong before anybody complains. */
export async function monthNow(db: Db): Promise<RailMonth> {
  const since = sql`now() - interval '30 days'`
  const [ended, at] = [sql.raw(endedAs), sql.raw(requestedAt)]
  const { rows } = await sql<RailMonth>`
    with ended as (
      select ${ended} as state, q.checkout_id is not null and q.told is null as untold from mpesa_prompts q
      where ${at} > ${since} and q.state not in ('created', 'open')),
    shares as (
      select count(*) as requests, count(*) filter (where state = 'paid') as paid, count(*) filter (where state = 'cancelled') as cancelled,
        count(*) filter (where state = 'unanswered') as unanswered, count(*) filter (where state = 'unknown') as unknown,
        count(*) filter (where state = 'other') as other, count(*) filter (where untold) as untold from ended),
    lags as (
      select percentile_cont(array[0.5, 0.95]) within group (order by extract(epoch from p.settled_at - r.paid_at)) as both
      from payments p join mpesa_receipts r on r.payment_id = p.id
      where p.provider = 'mpesa' and p.settled_at > ${since} and r.paid_at <= p.settled_at),
    entered as (
      select count(distinct r.paste_id) as pastes, count(*) as rows, count(*) filter (where r.corrected) as corrected
      from list_pastes l join paste_rows r on r.paste_id = l.id where l.entered_at > ${since} and r.corrected is not null),
    sent as (
      select count(*) as texts, coalesce(sum(cost), 0)::bigint as cost from sms_outbox where tried_at > ${since} and state in ('sent', 'delivered'))
    select shares.*, entered.*, sent.*, lags.both[1]::float8 as lag, lags.both[2]::float8 as "lagMost",
      (select count(*) from mpesa_receipts where created_at > ${since} and state <> 'heard') as arrived,
      (select count(*) from suspense where provider = 'mpesa' and created_at > ${since}) as unplaced,
      (select min(created_at) from suspense where provider = 'mpesa' and state = 'open') as "oldestUnplaced",
      (select count(*) from payments where kind = 'donation' and status = 'succeeded' and settled_at > ${since}) as gifts
    from shares, lags, entered, sent`.execute(db)
  return rows[0]!
}

/** Lists the newest imported statements, and how far they are. */
export async function statementsNow(db: Db): Promise<StatementSeen[]> {
  const { rows } = await sql<StatementSeen>`
    select s.id, case when s.agreed_at is null and s.done_at is null then s.held end as held, s.lines, s.known_before as "knownBefore", s.created_at as at, s.done_at as "doneAt", p.full_name as by,
      count(l.id) filter (where l.became is not null) as worked, count(l.id) filter (where l.became = 'new') as found,
      count(l.id) filter (where l.became = 'break') as breaks, count(l.id) filter (where l.corrected <> 0) as fees
    from (select * from mpesa_statements order by id desc limit 20) s join profiles p on p.user_id = s.by
      left join mpesa_lines l on l.statement_id = s.id
    group by s.id, s.held, s.agreed_at, s.lines, s.known_before, s.created_at, s.done_at, p.full_name order by s.id desc`.execute(
    db,
  )
  return rows
}

/** Finds a statement that waits for a second administrator; 404 for any other. */
export async function heldAt(db: Db, number: string | undefined): Promise<HeldStatement> {
  const one = await db
    .selectFrom('mpesa_statements as s')
    .innerJoin('profiles as p', 'p.user_id', 's.by')
    .where('s.id', '=', numberIn(number))
    .where('s.held', 'is not', null)
    .select(['s.held', 'p.full_name as by'])
    .$narrowType<{ held: number }>()
    .executeTakeFirst()
  if (!one) throw data(null, { status: 404 })
  return one
}

// A second administrator agrees to book a statement that another one sent.

type Held = { id: number; held: number }

/** A statement that waits for the second administrator. */
const held: About<number, Held> = {
  noun: 'statement',
  at: ({ params }) => numberIn(params.statement),
  async find(tx, id) {
    const one = await tx
      .selectFrom('mpesa_statements')
      .where('id', '=', id)
      .select(['id', 'held', 'agreed_at as agreedAt'])
      .forUpdate()
      .executeTakeFirst()
    if (!one) throw new Refusal(railTexts.noStatement, { status: 404 })
    if (one.held === null || one.agreedAt) throw new Refusal(railTexts.notHeld)
    return { id, held: one.held }
  },
  after: (tx) => tell(tx, 'office:desk'),
}

export const bookStatement = decision({
  of: held,
  act: 'statement agreed',
  words: booking,
  run: async (tx, one, word) => ((await agreeStatement(tx, one.id, word)) ? { after: { amount: one.held } } : 'first'),
})
