import { sql } from 'kysely'
import { noteSent } from '#app/invitations/guests/answers/wishes.server.ts'
import { nextCalendar } from '#app/invitations/guests/calendar.server.ts'
import { previewPath } from '#app/invitations/guests/card-told.server.ts'
import { changeLines, tellGuestPages } from '#app/invitations/guests/kept-guest.server.ts'
import { endsOf } from '#app/invitations/guests/mails.server.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { log } from '#app/platform/log.server.ts'
import { mailTo } from '#app/platform/mail/mail-to.server.ts'
import { isDatabaseGone } from '#app/platform/processes/lifecycle.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { sendSms } from '#app/platform/sms/outbox.server.ts'
import { type Begun, beginLine, guestTold } from './begin.server.ts'
import { smsText } from './by-phone.ts'
import { guestMail } from './mails.tsx'
import { type MessageKind, messageMost, type Written } from './message.ts'

// Each job sends a hundred lines. A line is `sending` before anything leaves, and `sent` after: if a worker dies in between, the line shows
// that it may have left. Such lines are resumed at the end of this file.

const atOnce = 100
const minute = 60_000

type Claimed = {
  id: number
  way: 'mail' | 'sms'
  tries: number
  kind: MessageKind
  supporterId: string
  hostId: string
}
type How = { now?: Date; signal?: AbortSignal }

/** Sends the next lines of a message; enqueues another job for the rest. */
export async function sendMessage(db: Db, { messageId }: { messageId: string }, how: How = {}): Promise<void> {
  const { now = new Date(), signal } = how
  const claimed = await db.transaction().execute((tx) => claim(tx, messageId, now))
  if (!claimed) return
  const { lines, gatheringId, wait } = claimed
  for (const [nr, line] of lines.entries()) {
    const broken = signal?.aborted ? true : await sendLine(db, line, now)
    if (broken) {
      await giveBack(db, lines.slice(nr + (signal?.aborted ? 0 : 1)))
      throw broken === true ? new Error('messages to guests were broken off') : broken
    }
  }
  await db.transaction().execute(async (tx) => {
    await tell(tx, `gathering:${gatheringId}`)
    const left = await tx
      .selectFrom('message_lines')
      .where('message_id', '=', messageId)
      .where('state', '=', 'queued')
      .where('way', '<>', 'hand')
      .select('id')
      .limit(1)
      .executeTakeFirst()
    const runAt = wait
      ? new Date(now.getTime() + 60 * minute)
      : lines.length < atOnce
        ? new Date(now.getTime() + 5 * minute)
        : now
    if (left) await enqueue(tx, 'send-message', { messageId }, { key: messageId, runAt })
  })
}

/**
 * Marks the next lines as under way, under their message's lock. None while guests' reports wait for an admin, or once the host has sent
 * the mails of a day.
 */
async function claim(tx: Tx, messageId: string, now: Date) {
  const message = await tx
    .selectFrom('messages as m')
    .innerJoin('gatherings as g', 'g.id', 'm.gathering_id')
    .where('m.id', '=', messageId)
    .select(['m.kind', 'm.gathering_id as gatheringId', 'g.user_id as hostId'])
    .select(sql<boolean>`messages_paused(g.id)`.as('paused'))
    .forNoKeyUpdate('m')
    .executeTakeFirst()
  if (!message) return undefined
  const { kind, gatheringId, hostId, paused } = message
  if (paused) return { lines: [], gatheringId, wait: true }
  const room = await mailRoom(tx, hostId, kind, now)
  const { rows } = await sql<Omit<Claimed, 'kind' | 'hostId'>>`
    update message_lines l set state = 'sending', at = ${now}, tries = tries + (way = 'mail')::int
    where id in (select q.id from message_lines q where message_id = ${messageId} and state = 'queued' and way = 'mail'
        and ${isNews(kind) ? hearsMore(kind, now) : sql`true`} order by q.id limit ${Math.min(room, atOnce)})
      or id in (select id from message_lines where message_id = ${messageId} and state = 'queued' and way = 'sms'
        order by id limit ${atOnce})
    returning l.id, l.way, l.tries, l.supporter_id as "supporterId"`.execute(tx)
  await tellGuestPages(
    tx,
    rows.map(({ supporterId }) => supporterId),
  )
  const lines = rows.map((line) => ({ ...line, kind, hostId })).toSorted((a, b) => a.id - b.id)
  if (isNews(kind)) return { lines, gatheringId, wait: lines.length === 0 }
  return { lines, gatheringId, wait: room <= lines.filter(({ way }) => way === 'mail').length }
}

const isNews = (kind: MessageKind) => kind === 'change' || kind === 'cancelled'

/** Tells whether the guest of line `q` was sent fewer mails of this kind today than allowed: others wait, and the newest is sent. */
const hearsMore = (kind: MessageKind, now: Date) => sql<boolean>`(
  select count(*) from message_lines l join messages m on m.id = l.message_id
  where l.supporter_id = q.supporter_id and m.kind = ${kind} and l.way = 'mail' and l.state in ('sending', 'sent', 'unsure')
    and l.at > ${now}::timestamptz - interval '24 hours') < ${messageMost.newsADay}::int`

/**
 * Returns how many mails the host may still send: a thousand a day, two hundred on the first day. News of a moved or cancelled day never
 * waits for that limit: each guest has a limit for it. The lock closes the race of two messages of one host.
 */
async function mailRoom(tx: Tx, hostId: string, kind: MessageKind, now: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mails of ${hostId}`}, 0))`.execute(tx)
  if (isNews(kind)) return atOnce
  const { rows } = await sql<{ today: number; isNew: boolean }>`
    select count(*) filter (where l.at > ${now}::timestamptz - interval '24 hours') as today,
      coalesce(min(l.at) > ${now}::timestamptz - interval '24 hours', true) as "isNew"
    from message_lines l join messages m on m.id = l.message_id join gatherings g on g.id = m.gathering_id
    where g.user_id = ${hostId} and l.way = 'mail' and l.state in ('sending', 'sent', 'unsure')`.execute(tx)
  const { today, isNew } = rows[0]!
  return Math.max(0, (isNew ? messageMost.mailsOnTheFirstDay : messageMost.mailsADay) - today)
}

const sendLine = (db: Db, line: Claimed, now: Date) =>
  line.way === 'mail' ? mailLine(db, line, now) : textLine(db, line)

/** Writes a text in the transaction that marks its line; the outbox sends it once. See docs/develop/decisions/0017. */
async function textLine(db: Db, { id, tries, hostId }: Claimed): Promise<undefined> {
  await beginLine(db, { id, tries }, 'sms', async (tx, { told, phone }) => {
    const text = smsText(wordsIn(told.language, catalogues[told.language]), told)
    if (!phone || !text) return 'no texts'
    // Like a text about money it has one try: a text that may have gone out is never sent again.
    const isNew = await sendSms(tx, { key: `${smsPrefix}${id}`, phone, text, money: true, host: hostId })
    if (isNew) await tx.updateTable('message_lines').set({ tries: 1 }).where('id', '=', id).execute()
    return isNew ? undefined : 'no texts'
  })
}

/** The prefix of a line's key in the outbox; the line's number follows. */
const smsPrefix = 'message '

/** Sends a mail. Returns an error that would stop all others too, such as an unreachable mail server. */
async function mailLine(db: Db, line: Claimed, now: Date): Promise<unknown> {
  const begun = await beginLine(db, line, 'mail')
  if (!begun) return undefined
  try {
    await mailOf(db, begun, now)
  } catch (error) {
    if (isDatabaseGone(error)) throw error
    log.warn({ err: error, line: line.id }, 'a message to a guest was not sent')
    return wentWrong(db, line, error)
  }
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('message_lines').set({ state: 'sent', at: now }).where('id', '=', line.id).execute()
    if (line.kind === 'invitation') await noteSent(tx, line.supporterId, now)
    else await tellGuestPages(tx, [line.supporterId])
  })
}

async function mailOf(db: Db, { told, email, link, slug, invitationId }: Begun, now: Date): Promise<void> {
  const hasDay = isNews(told.kind)
  const file = hasDay && invitationId ? await nextCalendar(db, { invitationId, link: told.url }, now) : {}
  // The picture is the same for all guests: nobody learns from it who opened the email.
  const path = told.kind === 'invitation' ? await previewPath(db, slug) : undefined
  const picture = path && `${publicAddress()}${path}`
  const mail = guestMail({ ...told, picture, ends: endsOf(link), hasFile: file.calendar?.method === 'REQUEST' })
  await mailTo(email!, told.language, mail, file)
}

/** Puts lines back whose turn never came, without counting a try. */
const giveBack = (db: Db, lines: Claimed[]) =>
  changeLines(
    db,
    sql`update message_lines set state = 'queued', tries = tries - (way = 'mail')::int
      where id = any(${lines.map(({ id }) => id)}::bigint[]) and state = 'sending' returning supporter_id`,
  )

/** Returns a host's own mailbox, if they have a confirmed one. */
export const mailboxOf = async (db: Db | Tx, personId: string) =>
  (
    await db
      .selectFrom('users')
      .where('id', '=', personId)
      .where('email_verified', '=', true)
      .select('email')
      .executeTakeFirst()
  )?.email

/** Returns a host's own numbers, except those unused for long: such a number may be another person's by now. */
export const phonesOfGuests = async (tx: Tx, personId: string): Promise<string[]> => {
  const rows = await tx
    .selectFrom('user_phones')
    .where('user_id', '=', personId)
    .where('used_at', '>', sql<Date>`now() - interval '90 days'`)
    .orderBy('used_at', 'desc')
    .select('phone')
    .execute()
  return rows.map(({ phone }) => phone)
}

type Test = { personId: string; guest: string; occasionId: string | null; kind: Written; words: string }
/** Mails a host their message as one of its guests would read it. */
export async function mailTest(db: Db, { personId, guest, occasionId, kind, words }: Test): Promise<void> {
  const person = await mailboxOf(db, personId)
  const found = await db.transaction().execute((tx) => guestTold(tx, guest, { kind, words, occasionId }))
  if (!person || !found || 'why' in found) return
  // No button in a test mail acts for a guest.
  const url = `${publicAddress()}/dashboard`
  const ends = { quietUrl: url, forgetUrl: url, reportUrl: url, unsubscribe: '' }
  const { unsubscribe: _, ...mail } = guestMail({ ...found.told, url, ends, hasFile: false })
  await mailTo(person, found.told.language, mail)
}

type MailError = { responseCode?: number; command?: string; code?: string }

/** Tells whether no connection came about, so that nothing can have left. */
const neverLeft = ({ command, code }: MailError) =>
  command === 'CONN' || /^(ECONNECTION|EDNS|EAUTH|ECONNREFUSED|ENOTFOUND|EHOSTUNREACH)$/.test(code ?? '')

/**
 * Updates a line whose mail failed. An address that is permanently refused is not tried again. Returns the error if it would hit all other
 * lines too.
 */
async function wentWrong(db: Db, line: { id: number; tries: number }, error: unknown): Promise<unknown> {
  const known = (error ?? {}) as MailError
  if (neverLeft(known)) {
    await changeLines(
      db,
      sql`update message_lines set state = 'queued', tries = tries - 1 where id = ${line.id} returning supporter_id`,
    )
    return error
  }
  const refused = known.responseCode !== undefined && known.responseCode >= 500
  const over = refused || line.tries >= 2
  const why = refused ? 'refused' : 'no answer'
  await changeLines(
    db,
    over
      ? sql`update message_lines set state = 'failed', why = ${why}, at = now() where id = ${line.id} returning supporter_id`
      : sql`update message_lines set state = 'queued', at = now() where id = ${line.id} returning supporter_id`,
  )
  return undefined
}

/**
 * Runs by cron: resumes lines that have been under way for fifteen minutes. A mail is sent once more, and after that marked as unsure; a
 * text is in the outbox, which knows its result and never sends it again.
 */
export async function resumeLines(db: Db, now = new Date()): Promise<void> {
  const { rows: again } = await sql<{ id: string; supporter: string }>`
    with stuck as (
      update message_lines l set at = ${now}, state = case when tries < 2 then 'queued' else 'unsure' end
      where l.state = 'sending' and l.at < ${now}::timestamptz - interval '15 minutes'
        and (l.way = 'mail' or l.tries = 0)
      returning l.message_id, l.supporter_id)
    select message_id as id, supporter_id as supporter from stuck`.execute(db)
  await tellGuestPages(
    db,
    again.map(({ supporter }) => supporter),
  )
  for (const id of new Set(again.map((line) => line.id)))
    await enqueue(db, 'send-message', { messageId: id }, { key: id })
  const { rows: told } = await sql<{ supporter: string; state: string; kind: string }>`
    update message_lines l set at = ${now},
      state = case when o.state in ('sent', 'delivered') then 'sent' when o.state = 'maybe_sent' then 'unsure'
        when o.state = 'stopped' then 'skipped' else 'failed' end,
      why = case o.state when 'stopped' then 'stop' when 'failed' then 'sms failed' end
    from sms_outbox o, messages m
    where m.id = l.message_id and l.state = 'sending' and l.way = 'sms' and o.key = ${smsPrefix} || l.id
      and (o.state in ('sent', 'delivered', 'failed', 'stopped')
        or (o.state = 'maybe_sent' and o.tried_at < ${now}::timestamptz - interval '15 minutes'))
    returning l.supporter_id as supporter, l.state, m.kind`.execute(db)
  await tellGuestPages(
    db,
    told.map(({ supporter }) => supporter),
  )
  for (const { supporter, state, kind } of told)
    if (kind === 'invitation' && state === 'sent') await noteSent(db, supporter, now)
  // A delivery report may come for an unsure line.
  await changeLines(
    db,
    sql`update message_lines l set state = 'sent' from sms_outbox o
      where l.state = 'unsure' and l.way = 'sms' and l.at > ${now}::timestamptz - interval '3 days'
        and o.key = ${smsPrefix} || l.id and o.state = 'delivered' returning l.supporter_id`,
  )
}
