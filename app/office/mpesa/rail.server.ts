import { sql } from 'kysely'
import { data } from 'react-router'
import type { Db } from '#app/platform/db.server.ts'
import { mobileMoney } from '#app/platform/mobile-money.server.ts'
import { isStopped } from '#app/platform/provider.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import { settings } from '#app/platform/settings.server.ts'
import type { HeldStatement, RailFigures, RailNow, StatementSeen } from './rail.ts'

const needed = ['DARAJA_KEY', 'DARAJA_SECRET', 'DARAJA_SHORTCODE', 'DARAJA_PASSKEY'] as const

/** What of M-Pesa is offered, and what is not. */
export async function railNow(db: Db): Promise<RailNow> {
  const rail = mobileMoney()
  if (!rail) return { is: 'off', missing: needed.filter((name) => !settings[name]) }
  const { payIn, proves, shortcodes, name } = rail.capabilities()
  const missing = [
    ...(proves.includes('list') ? [] : ['DARAJA_PULL_NUMBER']),
    ...(proves.includes('status') ? [] : ['DARAJA_INITIATOR', 'DARAJA_CREDENTIAL']),
  ]
  return { is: 'on', isStopped: await isStopped(db, name), shortcode: shortcodes[0]!, payIn, proves, missing }
}

/** How it goes just now. */
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

/** The newest statements that were imported, and how far they are. */
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

/** One that waits for a second administrator; there is no such page of any other. */
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
