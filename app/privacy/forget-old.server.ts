import { sql } from 'kysely'
import { forgettingMail } from '#app/invitations/guests/mails.tsx'
import { knownLanguage } from '#app/kit/languages.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { forgetMailsTo } from '#app/platform/mail/mail.server.ts'
import { mailTo } from '#app/platform/mail/mail-to.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { forgetSupporters } from './forget-supporters.server.ts'
import { forgetRows } from './personal-data.server.ts'

// Forgets guests who neither gave nor pledged, a year after the last occasion. The host is warned a month ahead.

const atOnce = 200

/** The end of the last occasion of `g`; without any, the time `g` was made. */
const ended = sql`coalesce((select max(coalesce(o.ends_at, o.starts_at)) from occasions o where o.gathering_id = g.id), g.created_at)`

/** Guests `s` who may be forgotten: no gift or pledge came from them. */
const mayGo = sql`s.forgotten_at is null and s.merged_into is null
  and not exists (select from guest_paid x where x.supporter_id = s.id)
  and not exists (select from guest_pledged x where x.supporter_id = s.id)`

/** Warns hosts, and forgets guests of those warned a month ago. Returns how many guests there were. */
export async function forgetOldGuests(db: Db, now = new Date()): Promise<number> {
  await warnHosts(db, now)
  const { rows } = await sql<{ id: string }>`select g.id from gatherings g
    where g.forget_warned_at < ${now}::timestamptz - interval '30 days' and ${ended} < ${now}::timestamptz - interval '12 months'
      and exists (select from supporters s where s.gathering_id = g.id and ${mayGo}) order by g.id limit 500`.execute(
    db,
  )
  let many = 0
  for (const { id } of rows) many += await forgetOne(db, id, now)
  return many
}

/** Warns the hosts. A gathering that got a later occasion is warned again a year after that. */
const warnHosts = (db: Db, now: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`update gatherings g set forget_warned_at = null
      where g.forget_warned_at is not null and ${ended} > ${now}::timestamptz - interval '11 months'`.execute(tx)
    const { rows } = await sql<{ id: string }>`update gatherings g set forget_warned_at = ${now}
      where g.forget_warned_at is null and ${ended} < ${now}::timestamptz - interval '335 days'
        and exists (select from supporters s where s.gathering_id = g.id and ${mayGo}) returning g.id`.execute(tx)
    for (const { id } of rows) await enqueue(tx, 'mail-forgetting', { gatheringId: id }, { key: id })
  })

async function forgetOne(db: Db, gatheringId: string, now: Date): Promise<number> {
  let many = 0
  for (;;) {
    const { ids, addresses } = await inOneGo(db, (tx) => forgetSome(tx, gatheringId, now))
    for (const address of new Set(addresses)) await forgetMailsTo(address)
    many += ids.length
    if (ids.length < atOnce) break
  }
  // Names that helpers typed at the door are on no list.
  await db
    .transaction()
    .execute((tx) =>
      forgetRows(
        tx,
        ['arrivals', 'guest'],
        sql`name is not null and occasion_id in (select id from occasions where gathering_id = ${gatheringId})`,
      ),
    )
  return many
}

async function forgetSome(tx: Tx, gatheringId: string, now: Date) {
  const { rows } = await sql<{ id: string }>`select s.id from supporters s
    where s.gathering_id = ${gatheringId} and ${mayGo} order by s.id limit ${atOnce}`.execute(tx)
  const ids = rows.map(({ id }) => id)
  return { ids, addresses: await forgetSupporters(tx, ids, { now, comes: true }) }
}

/** Deletes messages to guests after 24 months, of gatherings whose last occasion is as long ago: nothing is sent there any more. */
export const forgetOldMessages = (db: Db): Promise<number> =>
  inTurns(db, async (tx) => {
    const { numAffectedRows } = await sql`
      delete from messages where id in (
        select m.id from messages m join gatherings g on g.id = m.gathering_id
        where m.created_at < now() - interval '24 months' and ${ended} < now() - interval '24 months'
        order by m.created_at limit ${rowsAtOnce} for update of m skip locked
      )`.execute(tx)
    return Number(numAffectedRows ?? 0)
  })

/** Mails the warning to the host. */
export async function mailForgetting(db: Db, { gatheringId }: { gatheringId: string }): Promise<void> {
  const row = await db
    .selectFrom('gatherings as g')
    .innerJoin('users as u', 'u.id', 'g.user_id')
    .where('g.id', '=', gatheringId)
    .where('g.status', '<>', 'stopped')
    .where('u.deleted_at', 'is', null)
    .where('u.suspended_at', 'is', null)
    .select(['u.email', 'u.language', 'g.slug', 'g.title'])
    .select(sql<number>`(select count(*) from supporters s where s.gathering_id = g.id and ${mayGo})`.as('guests'))
    .executeTakeFirst()
  if (!row?.email || row.guests === 0) return
  const link = `${publicAddress()}/gathering/${row.slug}/guests`
  await mailTo(row.email, knownLanguage(row.language), forgettingMail({ title: row.title, guests: row.guests, link }))
}

/** Days after which a failed attempt is made nameless, and for which provider events are kept. */
const kept = { unpaid: 90, returned: 90, events: 180 }
const rowsAtOnce = 1000

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
        order by created_at limit ${rowsAtOnce} for update skip locked
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
      limit ${rowsAtOnce} for update of q skip locked
    )`,
    { only: ['phone', 'visitor'] },
  )

const forgetNetworks = (tx: Tx) =>
  forgetRows(
    tx,
    ['mpesa_prompts', 'donor'],
    sql`id in (
      select id from mpesa_prompts where network is not null and created_at < now() - interval '1 day'
      limit ${rowsAtOnce} for update skip locked
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
      limit ${rowsAtOnce} for update of r skip locked
    )`,
    { only: ['name', 'tail'], beside: { forgotten_at: sql`now()` } },
  )

async function forgetEvents(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_events where id in (
      select id from webhook_events
      where state <> 'received' and received_at < now() - make_interval(days => ${kept.events})
      order by received_at limit ${rowsAtOnce} for update skip locked
    )`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Works on a thousand rows at a time, so that nobody waits long for one of them. */
async function inTurns(db: Db, turn: (tx: Tx) => Promise<number>): Promise<number> {
  for (let all = 0; ; ) {
    const done = await db.transaction().execute(turn)
    all += done
    if (done < rowsAtOnce) return all
  }
}
