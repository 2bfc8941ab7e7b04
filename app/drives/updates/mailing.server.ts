import { sql } from 'kysely'
import { knownLanguage } from '#app/kit/languages.ts'
import { dayAt, endOfDay } from '#app/kit/time.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { log } from '#app/platform/log.server.ts'
import { chosenNow } from '#app/platform/settings/choices.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { canBeTexted, changeSms, hasStopped, sendAllSms, withdrawSms } from '#app/platform/sms/outbox.server.ts'
import { sendUpdateMail, type Told, updateSms } from './mails.server.tsx'

// Mailings to followers: one of a drive a day. A day's first update is sent after a quarter of an hour, in which it can be
// removed; later ones wait together for the next morning.

/** Minutes in which an update that was a mistake can be removed unsent. */
const pause = 15 * 60_000
const morning = 8 * 3_600_000

/** Joins an update to the mailing that brings it. The drive is locked: of two posts at once the later finds the mailing of the first. */
export async function joinMailing(tx: Tx, driveId: string, update: string, now: Date): Promise<void> {
  const soon = new Date(now.getTime() + pause)
  const nextDay = new Date(endOfDay(soon) + morning)
  const id =
    (await newMailing(tx, driveId, soon)) ??
    (await openMailing(tx, driveId, dayAt(soon), soon)) ??
    (await newMailing(tx, driveId, nextDay)) ??
    (await openMailing(tx, driveId, dayAt(nextDay), soon))
  await tx
    .updateTable('updates')
    .set({ mailing_id: id ?? null })
    .where('id', '=', update)
    .execute()
}

/** Makes the mailing of a day, unless there is one. */
async function newMailing(tx: Tx, driveId: string, due: Date): Promise<number | undefined> {
  const made = await tx
    .insertInto('update_mailings')
    .values({ fund_drive_id: driveId, day: dayAt(due), due_at: due })
    .onConflict((same) => same.columns(['fund_drive_id', 'day']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) await queue(tx, made.id, due)
  return made?.id
}

/** Finds the mailing of a day that is still to come, with a pause before it. */
const openMailing = async (tx: Tx, driveId: string, day: string, soon: Date): Promise<number | undefined> =>
  (
    await tx
      .selectFrom('update_mailings')
      .where('fund_drive_id', '=', driveId)
      .where(sql<boolean>`day = ${day}::date`)
      .where('due_at', '>=', soon)
      .where('begun_on', 'is', null)
      .select('id')
      .executeTakeFirst()
  )?.id

const queue = (tx: Tx, id: number, runAt?: Date) =>
  enqueue(tx, 'mail-update', { mailingId: id }, { key: String(id), ...(runAt ? { runAt } : {}) })

/** Followers of one job. */
const atOnce = 100

type Mailing = Told & { id: number; driveId: string; cursor: number; emailed: boolean; day: string }

/** Sends the next part of a mailing, emails first, and queues the part after it. It may run twice, and late: nobody is sent it twice. */
export async function mailUpdate(db: Db, { mailingId }: { mailingId: number }, now = new Date()): Promise<void> {
  const mailing = await inOneGo(db, (tx) => begin(tx, mailingId, now))
  if (!mailing) return
  if (mailing.emailed) await inOneGo(db, (tx) => textSome(tx, mailing, now))
  else await mailSome(db, mailing)
}

/** Returns a mailing that is due with what it tells. It ends here if its updates were removed or hidden meanwhile. */
async function begin(tx: Tx, id: number, now: Date): Promise<Mailing | undefined> {
  const row = await tx
    .selectFrom('update_mailings as m')
    .innerJoin('fund_drives as d', 'd.id', 'm.fund_drive_id')
    .where('m.id', '=', id)
    .select(['m.fund_drive_id as driveId', 'm.due_at', 'm.begun_on', 'm.cursor', 'm.emailed_at', 'm.done_at'])
    .select(['d.title', 'd.slug', 'd.stopped_at', sql<string>`m.day::text`.as('day')])
    .forUpdate('m')
    .executeTakeFirst()
  if (!row || row.done_at) return
  if (row.due_at > now) return void (await queue(tx, id, row.due_at))
  const updates = row.stopped_at ? [] : await updatesIn(tx, id)
  if (updates.length === 0) return void (await end(tx, id))
  if (!row.begun_on && !(await beginToday(tx, { id, ...row }, now))) return
  const { driveId, cursor, day, title, slug } = row
  return { id, driveId, cursor, day, emailed: row.emailed_at !== null, title, slug, updates }
}

const updatesIn = (tx: Db | Tx, id: number) =>
  tx
    .selectFrom('updates as u')
    .innerJoin('fund_drives as d', 'd.id', 'u.fund_drive_id')
    .where('u.mailing_id', '=', id)
    .where('u.removed_at', 'is', null)
    .where('u.hidden_at', 'is', null)
    .select(['u.words', 'u.created_at as at', sql<boolean>`u.by <> d.user_id`.as('byTreasurer')])
    .orderBy('u.created_at')
    .orderBy('u.id')
    .execute()

/** Notes that it begins today; false if another mailing of the drive did: then it waits for the next morning. */
async function beginToday(tx: Tx, { id, driveId }: { id: number; driveId: string }, now: Date): Promise<boolean> {
  const today = dayAt(now)
  const { numUpdatedRows } = await tx
    .updateTable('update_mailings')
    .set({ begun_on: today })
    .where('id', '=', id)
    .where(
      sql<boolean>`not exists (select from update_mailings o where o.fund_drive_id = ${driveId} and o.begun_on = ${today}::date)`,
    )
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return true
  const next = new Date(endOfDay(now) + morning)
  await tx.updateTable('update_mailings').set({ due_at: next }).where('id', '=', id).execute()
  await queue(tx, id, next)
  return false
}

const end = (tx: Tx, id: number) =>
  tx.updateTable('update_mailings').set({ done_at: sql<Date>`now()` }).where('id', '=', id).execute()

/** Emails some followers. The row is written before each email: a process that dies between the two sends it to nobody a second time. */
async function mailSome(db: Db, mailing: Mailing): Promise<void> {
  const some = await db
    .selectFrom('followers_reached')
    .where('fund_drive_id', '=', mailing.driveId)
    .where('email', 'is not', null)
    .where('id', '>', mailing.cursor)
    .select('id')
    .orderBy('id')
    .limit(atOnce)
    .execute()
  let late = 0
  for (const { id } of some) if (await mailOne(db, mailing, id!)) late++
  // A server that says "later" to most of a part is asked more slowly: the next part waits, too.
  const next = late >= many && late * 2 >= some.length ? new Date(Date.now() + pauses[0]) : undefined
  await inOneGo(db, async (tx) => {
    const last = some.at(-1)?.id
    await tx
      .updateTable('update_mailings')
      .set({ cursor: sql<number>`greatest(cursor, ${last ?? 0}::bigint)` })
      .$if(some.length < atOnce, (query) => query.set({ emailed_at: sql<Date>`coalesce(emailed_at, now())` }))
      .where('id', '=', mailing.id)
      .execute()
    await queue(tx, mailing.id, next)
  })
}

/** So many late readers in one part point to the server, not to the readers. */
const many = 10

/** The pauses before a reader is tried again whom the mail server refused for now. */
const pauses = [15 * 60_000, 3_600_000, 4 * 3_600_000] as const

type Late = { mailingId: number; followerId: number; nr: number }

/** Tries a reader again whom the mail server refused for now, unless the updates are gone meanwhile. */
export async function mailLateUpdate(db: Db, { mailingId: id, followerId, nr }: Late): Promise<void> {
  const drive = await db
    .selectFrom('update_mailings as m')
    .innerJoin('fund_drives as d', 'd.id', 'm.fund_drive_id')
    .where('m.id', '=', id)
    .where('d.stopped_at', 'is', null)
    .select(['d.title', 'd.slug'])
    .executeTakeFirst()
  const updates = drive ? await updatesIn(db, id) : []
  if (drive && updates.length > 0) await mailOne(db, { id, ...drive, updates }, followerId, nr)
}

/** Emails a follower who still wants it and was not sent it yet. Only an email that surely did not leave is tried again. True: it is late. */
async function mailOne(db: Db, mailing: Told & { id: number }, followerId: number, nr = 0): Promise<boolean> {
  const { rows } = await sql<{ email: string; language: string }>`
    with one as (select id, email, language from followers_reached where id = ${followerId}),
      sent as (insert into update_sends (mailing_id, follower_id, how)
        select ${mailing.id}, id, 'email' from one on conflict do nothing returning follower_id)
    select email, language from one join sent on sent.follower_id = one.id`.execute(db)
  const [to] = rows
  if (!to) return false
  try {
    await sendUpdateMail({ id: followerId, email: to.email, language: knownLanguage(to.language) }, mailing)
    return false
  } catch (error) {
    const { command, code, responseCode = 0 } = error as { command?: string; code?: string; responseCode?: number }
    log.warn({ mailing: mailing.id, code, command, responseCode, nr }, 'an email about an update was not sent')
    // The mail server refuses this reader, before or after it read the email: the others get theirs.
    if (aboutReader.has(command ?? '') && responseCode >= 400) {
      return responseCode < 500 && (await tryLater(db, { mailingId: mailing.id, followerId, nr }))
    }
    if (unsent.has(code ?? '') || begins.has(command ?? '')) await forgetSend(db, mailing.id, followerId)
    throw error
  }
}

const aboutReader = new Set(['RCPT TO', 'DATA'])

/** Queues the next try and frees the row in one go: a process that dies has done both or neither. False after the last: the row stays. */
async function tryLater(db: Db, { mailingId, followerId, nr }: Late): Promise<boolean> {
  const pause = pauses[nr]
  if (pause === undefined) {
    log.warn({ mailing: mailingId, follower: followerId }, 'an email about an update is given up: refused at each try')
    return false
  }
  await inOneGo(db, async (tx) => {
    await forgetSend(tx, mailingId, followerId)
    const carries = { mailingId, followerId, nr: nr + 1 }
    const runAt = new Date(Date.now() + pause)
    await enqueue(tx, 'mail-update-late', carries, { key: `${mailingId}:${followerId}`, runAt })
  })
  return true
}

/** Codes and commands of a mail server that was not reached, or has taken nothing yet. */
const unsent = new Set(['ECONNECTION', 'ECONNREFUSED', 'EDNS', 'EAUTH', 'EENVELOPE'])
const begins = new Set(['CONN', 'EHLO', 'HELO', 'STARTTLS', 'MAIL FROM'])

const forgetSend = (db: Db | Tx, mailing: number, follower: number) =>
  db.deleteFrom('update_sends').where('mailing_id', '=', mailing).where('follower_id', '=', follower).execute()

/**
 * Texts some followers who have no email: each once in seven days about this drive, within the day's budget of the whole product. The
 * rest waits for the next morning, for a week at most.
 */
async function textSome(tx: Tx, mailing: Mailing, now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('texts about updates', 0))`.execute(tx)
  const most = await chosenNow(tx, 'UPDATE_TEXTS_A_DAY')
  const isOld = Date.parse(mailing.day) < now.getTime() - 8 * 86_400_000
  if (most === 0 || isOld) return void (await end(tx, mailing.id))
  const left = Math.min(atOnce, most - (await textedToday(tx, now)))
  if (left <= 0) return void (await queue(tx, mailing.id, new Date(endOfDay(now) + morning)))
  await lockMailing(tx, mailing.id)
  const updates = await updatesIn(tx, mailing.id)
  if (updates.length === 0) return void (await end(tx, mailing.id))
  const some = await toText(tx, mailing, left)
  await writeTexts(tx, { ...mailing, updates }, some, now)
  if (some.length < left) return void (await end(tx, mailing.id))
  await tx
    .updateTable('update_mailings')
    .set({ text_cursor: some.at(-1)!.id })
    .where('id', '=', mailing.id)
    .execute()
  await queue(tx, mailing.id)
}

/** Makes a text and a removal wait for each other: no text with words that are gone is written. */
const lockMailing = (tx: Tx, id: number) =>
  tx.selectFrom('update_mailings').where('id', '=', id).select('id').forUpdate().executeTakeFirstOrThrow()

type Texted = { id: number; phone: string; language: string }

async function writeTexts(tx: Tx, mailing: Mailing, some: Texted[], now: Date): Promise<void> {
  const reached: Texted[] = []
  for (const one of some) if (canBeTexted(one.phone) && !(await hasStopped(tx, one.phone))) reached.push(one)
  if (reached.length === 0) return
  await tx
    .insertInto('update_sends')
    .values(reached.map(({ id }) => ({ mailing_id: mailing.id, follower_id: id, how: 'text' as const, at: now })))
    .execute()
  await sendAllSms(
    tx,
    reached.map(({ id, phone, language }) => ({
      key: `update ${mailing.id} ${id}`,
      phone,
      text: textIn(language, mailing),
      money: false,
      news: true,
    })),
  )
}

const textIn = (known: string, told: Told): string => {
  const language = knownLanguage(known)
  return updateSms(wordsIn(language, catalogues[language]), told, publicAddress())
}

/**
 * Keeps an update that was just removed or hidden out of the texts that wait for the morning: they tell the other updates of their
 * mailing. Without another they are not sent, and count as no text of their followers.
 */
export async function leaveOutOfTexts(tx: Tx, update: string): Promise<void> {
  const mailing = await tx
    .selectFrom('updates as u')
    .innerJoin('update_mailings as m', 'm.id', 'u.mailing_id')
    .innerJoin('fund_drives as d', 'd.id', 'u.fund_drive_id')
    .where('u.id', '=', update)
    .select(['m.id', 'd.title', 'd.slug'])
    .forUpdate('m')
    .executeTakeFirst()
  if (!mailing) return
  const { rows: waiting } = await sql<{ key: string; follower: number; language: string }>`
    select o.key, f.id as follower, f.language from update_sends s join followers f on f.id = s.follower_id
      join sms_outbox o on o.key = concat('update ', s.mailing_id, ' ', s.follower_id)
    where s.mailing_id = ${mailing.id} and s.how = 'text' and o.state = 'waiting' order by o.id for update of o`.execute(
    tx,
  )
  if (waiting.length === 0) return
  const updates = await updatesIn(tx, mailing.id)
  if (updates.length > 0) {
    for (const { key, language } of waiting) await changeSms(tx, key, textIn(language, { ...mailing, updates }))
    return
  }
  await withdrawSms(
    tx,
    waiting.map(({ key }) => key),
  )
  await tx
    .deleteFrom('update_sends')
    .where('mailing_id', '=', mailing.id)
    .where(
      'follower_id',
      'in',
      waiting.map(({ follower }) => follower),
    )
    .execute()
}

async function textedToday(tx: Tx, now: Date): Promise<number> {
  const { many } = await tx
    .selectFrom('update_sends')
    .where('how', '=', 'text')
    .where('at', '>=', new Date(endOfDay(now) - 86_400_000))
    .select(({ fn }) => fn.countAll<number>().as('many'))
    .executeTakeFirstOrThrow()
  return many
}

/** Finds the next followers to text, without those who had a text about this drive in the last seven days. */
async function toText(tx: Tx, { id, driveId }: Mailing, most: number) {
  const { rows } = await sql<Texted>`
    select r.id, r.phone, r.language from followers_reached r join update_mailings m on m.id = ${id}
    where r.fund_drive_id = ${driveId} and r.phone is not null and r.id > m.text_cursor
      and not exists (select from update_sends s
        where s.follower_id = r.id and (s.mailing_id = ${id} or s.at > now() - interval '7 days'))
    order by r.id limit ${most}`.execute(tx)
  return rows
}
