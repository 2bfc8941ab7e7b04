import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { guestFilter } from '#app/invitations/guests/guest-filter.server.ts'
import type { GuestFilter } from '#app/invitations/guests/guest-filter.ts'
import { endsOf } from '#app/invitations/guests/mails.server.ts'
import { changingGathering, type Hosting } from '#app/invitations/occasions/gathering.server.ts'
import { manyLines } from '#app/kit/lines.ts'
import { Refusal, type Says, said } from '#app/kit/says.ts'
import { idIn } from '#app/kit/web-address.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { ofForm, type Sending, sendingOf, usedForAnother } from '#app/platform/jobs/sent-once.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { canBeTexted, sendSms } from '#app/platform/sms/outbox.server.ts'
import { renderMail } from '#app/ui/render-mail.server.tsx'
import { guestTold } from './begin.server.ts'
import { handText, smsText } from './by-phone.ts'
import { occasionAt, textsLeft, waysOf, writeMessage } from './lines.server.ts'
import { guestMail } from './mails.tsx'
import { hasLinkPlace, type MessageWay, messageMost, messageTexts, type ToldMessage, written } from './message.ts'
import { mailboxOf, phonesOfGuests } from './send.server.ts'

// Messages that the host writes to the guests matched by a filter of the list.

/** Counts the guests who would get a message now, by way, without those who want no messages. */
export async function recipientsMeant(db: Db, gatheringId: string, filter: GuestFilter) {
  const { rows } = await sql<{ all: number; quiet: number; mail: number }>`
    select count(*) filter (where s.quiet_at is null) as all, count(s.quiet_at) filter (where s.forgotten_at is null) as quiet,
      count(s.email) filter (where s.quiet_at is null) as mail
    from supporters s where ${guestFilter(gatheringId, filter)}`.execute(db)
  return rows[0]!
}

/** Writes a message to the guests of a filter. A form sent twice writes one message. Returns its id and the number of guests. */
export const compose = (
  db: Db,
  mine: Hosting,
  filter: GuestFilter,
  { kind, words, byHand, many, key }: Pick<Composed, 'kind' | 'words' | 'byHand' | 'many' | 'key'>,
): Promise<{ id: string; many: number }> =>
  changingGathering(db, mine, async (tx, { id: gatheringId }) => {
    const sending = sendingOf(key, kind, words, String(byHand), JSON.stringify(filter))
    const before = sending && (await writtenBefore(tx, gatheringId, sending))
    if (before) return before
    await refuseTooMany(tx, gatheringId)
    const recipients = await recipientsOfMessage(tx, gatheringId, filter)
    if (recipients.length === 0) throw new Refusal(messageTexts.nobody)
    if (recipients.length !== many) throw new Refusal(messageTexts.othersNow)
    const occasionId = filter.occasion === null ? null : await occasionAt(tx, gatheringId, filter.occasion)
    const once = sending?.once ?? null
    const about = { gatheringId, occasionId, kind, words, filter, once, madeBy: mine.personId, byHand }
    const id = await writeMessage(tx, about, recipients)
    return { id: id!, many: recipients.length }
  })

/** Finds the message of an earlier send of this form. A form with other content is another message, and needs a new key. */
async function writtenBefore(tx: Tx, gatheringId: string, sending: Sending) {
  const row = await tx
    .selectFrom('messages as m')
    .where('m.gathering_id', '=', gatheringId)
    .where(ofForm('m.once', sending))
    .select(['m.id', 'm.once'])
    .select(sql<number>`(select count(*) from message_lines l where l.message_id = m.id)`.as('many'))
    .executeTakeFirst()
  if (row && row.once !== sending.once) throw usedForAnother(messageTexts.another)
  return row && { id: row.id, many: row.many }
}

async function refuseTooMany(tx: Tx, gatheringId: string): Promise<void> {
  const { n } = await tx
    .selectFrom('messages')
    .where('gathering_id', '=', gatheringId)
    .where('made_by', 'is not', null)
    .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (n >= messageMost.messagesADay) throw new Refusal(messageTexts.manyToday)
}

/** Selects the guests who get a message, by name. */
const recipientsOfMessage = (tx: Tx, gatheringId: string, filter: GuestFilter) =>
  tx
    .selectFrom('supporters as s')
    .where(guestFilter(gatheringId, filter))
    .where('s.quiet_at', 'is', null)
    .orderBy(sql`lower(s.name)`)
    .orderBy('s.id')
    .select(['s.id', 's.email', 's.phone', 's.language'])
    .limit(5000)
    .execute()

/** Ends a message: its unsent lines are skipped. */
export const stopMessage = (db: Db, mine: Hosting, id: string): Promise<void> =>
  changingGathering(db, mine, async (tx, { id: gatheringId }) => {
    const stopped = await tx
      .updateTable('messages')
      .set({ stopped_at: sql<Date>`coalesce(stopped_at, now())` })
      .where('gathering_id', '=', gatheringId)
      .where('id', '=', idIn(id))
      .returning('id')
      .executeTakeFirst()
    if (!stopped) throw new Refusal(messageTexts.missing, { status: 404 })
    await tx
      .updateTable('message_lines')
      .set({ state: 'skipped', why: 'stopped', at: sql<Date>`now()` })
      .where('message_id', '=', id)
      .where('state', '=', 'queued')
      .execute()
    await tell(tx, `gathering:${gatheringId}`)
  })

// The preview before a message goes out: how the first guest of each way reads it, how many guests each way has, and a test to the host's
// own mailbox or phone.

/** Hashes the previewed content: another text, kind or way needs a new preview before it goes out. */
export const lookedAt = ({ kind, words, byHand }: Pick<Composed, 'kind' | 'words' | 'byHand'>): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, words, byHand]))
    .digest('hex')
    .slice(0, 16)

type Looked = { name: string; way: MessageWay; subject: string; text: string }
/** `seen`: the message as read, by way, as JSON. `test`: the way of a test to the host; empty if there is none. */
type Look = { seen: string; left: number; test: 'mail' | 'sms' | '' } & Record<MessageWay, number>

export const lookAt = (db: Db, mine: Hosting, filter: GuestFilter, composed: Composed): Promise<Look> =>
  changingGathering(db, mine, async (tx, { id }) => {
    const { firsts, ways } = await firstsOf(tx, id, { filter, composed })
    const many = (one: MessageWay) => ways.filter((each) => each === one).length
    const test = (await mailboxOf(tx, mine.personId)) ? 'mail' : (await testText(tx, mine, firsts[0].told)) ? 'sms' : ''
    return {
      seen: JSON.stringify(firsts.map(readBy)),
      mail: many('mail'),
      sms: many('sms'),
      hand: many('hand'),
      left: await textsLeft(tx, id),
      test,
    }
  })

/** Sends the host the message as its first guest would get it: by email, or by SMS if we know no mailbox of theirs. */
export const sendTest = (db: Db, mine: Hosting, filter: GuestFilter, composed: Composed): Promise<Says> =>
  changingGathering(db, mine, async (tx, { id }) => {
    const { firsts, occasionId } = await firstsOf(tx, id, { filter, composed })
    const [{ guest, told }] = firsts
    const { kind, words } = composed
    if (await mailboxOf(tx, mine.personId)) {
      const about = { personId: mine.personId, guest, occasionId, kind, words }
      await enqueue(tx, 'mail-test-message', about, { key: crypto.randomUUID() })
      return messageTexts.testSent
    }
    const sms = await testText(tx, mine, told)
    if (!sms) throw new Refusal(messageTexts.noMailbox)
    // Two presses within a minute send one text.
    const minute = Math.floor(Date.now() / 60_000)
    const key = `test ${mine.personId} ${guest} ${lookedAt(composed)} ${minute}`
    await sendSms(tx, { ...sms, key, money: false, evenAtNight: true, host: mine.personId })
    return messageTexts.testTexted
  })

/** Builds the text of a test to the host's own phone: no link in it acts for a guest. Undefined if none can be sent. */
async function testText(tx: Tx, { personId }: Hosting, told: ToldMessage) {
  const phone = (await phonesOfGuests(tx, personId)).find(canBeTexted)
  const text = smsText(wordsOf(told), { ...told, url: `${publicAddress()}/dashboard` })
  return phone && text ? { phone, text } : undefined
}

const wordsOf = ({ language }: ToldMessage) => wordsIn(language, catalogues[language])

type First = { way: MessageWay; guest: string; told: ToldMessage; link: string }

function readBy({ way, told, link }: First): Looked {
  const mail = way === 'mail' ? renderMail(told.language, mailOf(told, link)) : undefined
  const text = mail?.text ?? (way === 'sms' ? smsText(wordsOf(told), told)! : handText(wordsOf(told), told))
  return { name: told.name, way, subject: mail?.subject ?? '', text }
}

const mailOf = (told: ToldMessage, link: string) => guestMail({ ...told, ends: endsOf(link), hasFile: false })

/** Finds the first guest of each way, and the way of each guest. */
async function firstsOf(tx: Tx, gatheringId: string, about: { filter: GuestFilter; composed: Composed }) {
  const { filter, composed } = about
  const { kind, words, byHand } = composed
  const recipients = await recipientsOfMessage(tx, gatheringId, filter)
  const occasionId = filter.occasion === null ? null : await occasionAt(tx, gatheringId, filter.occasion)
  const way = byHand ? () => 'hand' as const : await waysOf(tx, { gatheringId, kind, words })
  const ways = recipients.map(way)
  const firsts: First[] = []
  for (const one of ['mail', 'sms', 'hand'] as const)
    for (const { id } of recipients.filter((_, nr) => ways[nr] === one).slice(0, 20)) {
      const found = await guestTold(tx, id, { kind, words, occasionId })
      if (!found || 'why' in found) continue
      firsts.push({ way: one, guest: id, told: found.told, link: found.link })
      break
    }
  const [first, ...others] = firsts
  if (!first) throw new Refusal(messageTexts.nobody)
  return { firsts: [first, ...others] as const, occasionId, ways }
}

export const composeForm = z
  .object({
    kind: z.enum(written, said(messageTexts.kindMissing)),
    words: z
      .string()
      .default('')
      .transform(manyLines)
      .pipe(
        z
          .string()
          .max(messageMost.words, said(messageTexts.wordsLong))
          .refine((text) => !hasLinkPlace(text), said(messageTexts.wordsLink)),
      ),
    /** All of it by hand, from the host's own phone. */
    byHand: z
      .string()
      .optional()
      .transform((text) => text === 'on'),
    /** The number of guests shown: if the list has changed since, the message is not sent. */
    many: z.coerce.number().int().min(0).max(5000).catch(0),
    /** A message is only sent after a preview; `looked` is the hash of that preview. */
    step: z.enum(['look', 'test', 'send']).catch('look'),
    looked: z.string().max(40).catch(''),
    key: z.uuid().optional().catch(undefined),
  })
  .superRefine(({ kind, words }, refused) => {
    if (kind !== 'invitation' && words === '')
      refused.addIssue({ code: 'custom', path: ['words'], message: said(messageTexts.wordsMissing) })
  })
export type Composed = z.output<typeof composeForm>

export const handForm = z.object({ line: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).catch(0) })

/** The names of the ticked reminders. */
export const remindersForm = z
  .record(z.string(), z.unknown())
  .transform((sent) => Object.keys(sent).filter((name) => sent[name] === 'on'))
