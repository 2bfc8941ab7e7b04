import { sql } from 'kysely'
import { occasionTexts } from '#app/invitations/occasions/occasion.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import { Refusal } from '#app/kit/says.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { canBeTexted } from '#app/platform/sms/outbox.server.ts'
import { smsText } from './by-phone.ts'
import { type MessageKind, type MessageWay, messageMost } from './message.ts'

// A message and its lines are written in one transaction: from then on its guests do not change.

export type MessageRecipient = { id: string; email: string | null; phone: string | null; language: string }

type NewMessage = {
  gatheringId: string
  occasionId: string | null
  kind: MessageKind
  words?: string
  filter: Record<string, unknown>
  /** A key: a second message with the same key is not written. */
  once: string | null
  madeBy?: string
  /** All of it by hand, from the host's own phone. */
  byHand?: boolean
}

/** Writes a message with a line for each guest, and starts sending it. Returns its id; undefined if it was written before. */
export async function writeMessage(
  tx: Tx,
  { gatheringId, occasionId, kind, words = '', filter, once, madeBy, byHand = false }: NewMessage,
  recipients: MessageRecipient[],
): Promise<string | undefined> {
  const message = await tx
    .insertInto('messages')
    .values({
      gathering_id: gatheringId,
      occasion_id: occasionId,
      kind,
      words,
      filter: JSON.stringify(filter),
      once,
      made_by: madeBy ?? null,
    })
    .onConflict((same) => same.columns(['gathering_id', 'once']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!message) return undefined
  const way = byHand ? () => 'hand' as const : await waysOf(tx, { gatheringId, kind, words })
  await sql`insert into message_lines (message_id, supporter_id, way)
    select ${message.id}, x.id, x.way from unnest(${recipients.map(({ id }) => id)}::uuid[],
      ${recipients.map(way)}::text[]) with ordinality x (id, way, nr) order by x.nr`.execute(tx)
  await enqueue(tx, 'send-message', { messageId: message.id }, { key: message.id })
  await tell(tx, `gathering:${gatheringId}`)
  return message.id
}

/** Picks the way to each guest: mail, one of the texts that the gathering has left, or the host's phone. */
export async function waysOf(tx: Tx, about: { gatheringId: string; kind: MessageKind; words: string }) {
  let left = await textsLeft(tx, about.gatheringId)
  const { hosts } = await tx
    .selectFrom('gatherings')
    .where('id', '=', about.gatheringId)
    .select('hosts')
    .executeTakeFirstOrThrow()
  return ({ email, phone, language }: MessageRecipient): MessageWay => {
    if (email) return 'mail'
    if (left <= 0 || !phone || !canBeTexted(phone) || !carries({ ...about, hosts, language })) return 'hand'
    left--
    return 'sms'
  }
}

/** Counts the texts that a gathering has left. The lock keeps two callers from using the same ones. */
export async function textsLeft(tx: Tx, gatheringId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`texts of ${gatheringId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ sent: number }>`
    select (select count(*) from message_lines l join messages m on m.id = l.message_id
        where m.gathering_id = ${gatheringId} and l.way = 'sms' and l.state not in ('failed', 'skipped'))
      + (select count(*) from supporters where gathering_id = ${gatheringId} and texted_at is not null) as sent`.execute(
    tx,
  )
  return messageMost.texts - rows[0]!.sent
}

/** Tells whether the words fit in a text. Longer words are not cut: the host sends them. */
function carries({
  kind,
  words,
  hosts,
  language,
}: {
  kind: MessageKind
  words: string
  hosts: string
  language: string
}) {
  if (!words) return true
  const known = knownLanguage(language)
  const url = `${publicAddress()}/i/${'x'.repeat(12)}`
  const told = {
    kind,
    words,
    hosts,
    url,
    language: known,
    name: '',
    title: '',
    what: '',
    silent: false,
    occasions: [],
  }
  return smsText(wordsIn(known, catalogues[known]), told) !== undefined
}

/** Returns the id of a gathering's occasion by its number; refuses an unknown one. */
export async function occasionAt(tx: Tx, gatheringId: string, no: number): Promise<string> {
  const row =
    Number.isInteger(no) && no >= 1 && no <= 20
      ? await tx
          .selectFrom('occasions')
          .where('gathering_id', '=', gatheringId)
          .where('no', '=', no)
          .select('id')
          .executeTakeFirst()
      : undefined
  if (!row) throw new Refusal(occasionTexts.occasionMissing, { status: 404 })
  return row.id
}
