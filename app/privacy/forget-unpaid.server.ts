import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { forgetRows } from './forget.server.ts'

/** Days after which a failed attempt is made nameless, and for which provider events are kept. */
const kept = { unpaid: 90, returned: 90, events: 180 }
const atOnce = 1000

/** Makes unpaid and returned payments nameless after 90 days, and deletes provider events after 180. Run by cron. */
export async function forgetUnpaid(db: Db): Promise<{ payments: number; events: number }> {
  const payments = await inTurns(db, (tx) =>
    forgetRows(
      tx,
      ['payments', 'donor'],
      sql`id in (
        select id from payments
        where status in ('failed', 'abandoned', 'init_unknown') and (donor_email <> '' or donor_phone <> '')
          and created_at < now() - make_interval(days => ${kept.unpaid})
        order by created_at limit ${atOnce} for update skip locked
      )`,
      { beside: { updated_at: sql`now()` } },
    ),
  )
  await inTurns(db, forgetPrompts)
  await inTurns(db, forgetNetworks)
  await inTurns(db, forgetReturned)
  await sql`select forget_phones_left(null)`.execute(db)
  const events = await inTurns(db, forgetEvents)
  return { payments, events }
}

const forgetPrompts = (tx: Tx) =>
  forgetRows(
    tx,
    ['mpesa_prompts', 'donor'],
    sql`id in (
      select q.id from mpesa_prompts q join payments p on p.id = q.payment_id
      where q.phone is not null and q.state not in ('created', 'open') and p.status <> 'succeeded'
        and q.created_at < now() - make_interval(days => ${kept.unpaid})
      limit ${atOnce} for update of q skip locked
    )`,
    { only: ['phone', 'visitor'] },
  )

const forgetNetworks = (tx: Tx) =>
  forgetRows(
    tx,
    ['mpesa_prompts', 'donor'],
    sql`id in (
      select id from mpesa_prompts where network is not null and created_at < now() - interval '1 day'
      limit ${atOnce} for update skip locked
    )`,
    { only: ['network'] },
  )

/** Forgets the sender of money that went back: it is nobody's gift. */
const forgetReturned = (tx: Tx) =>
  forgetRows(
    tx,
    ['mpesa_receipts', 'donor'],
    sql`receipt in (
      select r.receipt from mpesa_receipts r join suspense s on s.id = r.suspense_id
      where s.state = 'closed' and s.closed_at < now() - make_interval(days => ${kept.returned})
        and (r.name is not null or r.tail is not null)
      limit ${atOnce} for update of r skip locked
    )`,
    { only: ['name', 'tail'], beside: { forgotten_at: sql`now()` } },
  )

async function forgetEvents(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_events where id in (
      select id from webhook_events
      where state <> 'received' and received_at < now() - make_interval(days => ${kept.events})
      order by received_at limit ${atOnce} for update skip locked
    )`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Works on a thousand rows at a time, so that nobody waits long for one of them. */
async function inTurns(db: Db, turn: (tx: Tx) => Promise<number>): Promise<number> {
  for (let all = 0; ; ) {
    const done = await db.transaction().execute(turn)
    all += done
    if (done < atOnce) return all
  }
}
