import { sql } from 'kysely'
import { changeLines } from '#app/invitations/guests/kept-guest.server.ts'
import { hostIsHere } from '#app/invitations/occasions/host-here.server.ts'
import { whatIn } from '#app/invitations/occasions/invites.ts'
import { endsAt, type OccasionFields } from '#app/invitations/occasions/occasion.server.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import {
  comesAnyway,
  type MessageKind,
  type MessageWay,
  type MessageWhy,
  type OccasionTold,
  type ToldMessage,
} from './message.ts'

// A line at the moment when it is sent: whether it is still right to send it, and its content. Meanwhile the guest may have been forgotten,
// may want no more messages, or may have answered.

type Filter = { silent?: boolean; version?: number; from?: number }
export type Begun = {
  told: ToldMessage
  email: string | null
  phone: string | null
  link: string
  slug: string
  invitationId: string | null
}

/** Reads a line's content for its guest, or the reason to skip it. The occasions are locked against changes. */
export async function lineTold(tx: Tx, lineId: number): Promise<(Begun & { versions: string }) | { why: MessageWhy }> {
  const line = await lineOf(tx, lineId)
  if (!line) return { why: 'gone' }
  if (line.stopped) return { why: 'stopped' }
  if (!line.open) return { why: 'closed' }
  if (line.merged || line.forgotten) return { why: 'gone' }
  return whatIsTold(tx, line)
}

/** Builds a message that is not written yet, as one guest would read it. */
export async function guestTold(
  tx: Tx,
  guest: string,
  message: Message,
): Promise<(Begun & { versions: string }) | { why: MessageWhy } | undefined> {
  const row = await tx
    .selectFrom('supporters as s')
    .innerJoin('gatherings as g', 'g.id', 's.gathering_id')
    .where('s.id', '=', guest)
    .select(ofGuest)
    .executeTakeFirst()
  return row && whatIsTold(tx, { ...row, ...message, filter: {}, quiet: false })
}
type Message = { kind: MessageKind; words: string; occasionId: string | null }

type Line = Message & {
  supporterId: string
  name: string
  email: string | null
  phone: string | null
  language: string
} & {
  link: string
  slug: string
  hosts: string
  title: string
  filter: Filter
  quiet: boolean
}

async function whatIsTold(tx: Tx, line: Line): Promise<(Begun & { versions: string }) | { why: MessageWhy }> {
  const occasions = await occasionsOf(tx, line)
  const [first] = occasions
  if (!first && (line.occasionId || line.kind === 'invitation')) return { why: 'not invited' }
  if (line.quiet && !comesAnyway(line.kind, first?.state ?? null)) return { why: 'quiet' }
  const why = line.occasionId && first ? whyNot(line.kind, line.filter, first) : null
  if (why) return { why }
  const versions = JSON.stringify(Object.fromEntries(occasions.map(({ id, version }) => [id, version])))
  const { email, phone, link, kind, name, hosts, title, words } = line
  const language = knownLanguage(line.language)
  const told: ToldMessage = {
    kind,
    name,
    hosts,
    title,
    words,
    what: first ? whatIn(wordsIn(language, catalogues[language]), first.kind, first.name) : title,
    silent: line.filter.silent === true,
    occasions: occasions.map(occasionTold),
    language,
    url: `${publicAddress()}/i/${link}`,
  }
  return {
    told,
    email,
    phone,
    link,
    slug: line.slug,
    versions,
    invitationId: line.occasionId ? first!.invitationId : null,
  }
}

const ofGuest = [
  's.id as supporterId',
  's.name',
  's.email',
  's.phone',
  's.language',
  's.link',
  'g.slug',
  'g.hosts',
  'g.title',
] as const

const lineOf = (tx: Tx, lineId: number) =>
  tx
    .selectFrom('message_lines as l')
    .innerJoin('messages as m', 'm.id', 'l.message_id')
    .innerJoin('supporters as s', 's.id', 'l.supporter_id')
    .innerJoin('gatherings as g', 'g.id', 'm.gathering_id')
    .where('l.id', '=', lineId)
    .select(['m.kind', 'm.words', 'm.occasion_id as occasionId'])
    .select(ofGuest)
    .select(sql<Filter>`m.filter`.as('filter'))
    .select(sql<boolean>`m.stopped_at is not null`.as('stopped'))
    .select(sql<boolean>`s.quiet_at is not null`.as('quiet'))
    .select(sql<boolean>`s.merged_into is not null`.as('merged'))
    .select(sql<boolean>`s.forgotten_at is not null`.as('forgotten'))
    .select(sql<boolean>`g.status <> 'stopped' and ${hostIsHere}`.as('open'))
    .executeTakeFirst()

/** Returns the occasions of a message: its own, or all that the guest is invited to and that are still to come. */
async function occasionsOf(tx: Tx, { supporterId, occasionId, filter }: Line) {
  const known = knownVersion(sql`coalesce(${filter.from ?? null}::int, o.told_version)`)
  return tx
    .selectFrom('invitations as i')
    .innerJoin('occasions as o', 'o.id', 'i.occasion_id')
    .where('i.supporter_id', '=', supporterId)
    .where('i.state', '<>', 'withdrawn')
    .$if(occasionId !== null, (query) => query.where('o.id', '=', occasionId!))
    .$if(occasionId === null, (query) =>
      query.where('o.status', '=', 'planned').where(sql<boolean>`${endsAt('o')} > now()`),
    )
    .orderBy('o.starts_at')
    .orderBy('o.no')
    .select(['o.id', 'o.name', 'o.kind', 'o.zone', 'o.starts_at as startsAt', 'o.place', 'o.landmark', 'o.version'])
    .select(['o.status', 'o.cancelled_why as cancelledWhy', 'i.id as invitationId', 'i.state'])
    .select(['i.offer_until as offerUntil'])
    .select(sql<boolean>`${endsAt('o')} <= now()`.as('over'))
    .select(
      sql<boolean>`least(o.starts_at, case when ${filter.silent === true} then o.answers_until end) <= now()`.as(
        'late',
      ),
    )
    .select(sql<OccasionFields | null>`occasion_facts(o.id, o.version)`.as('now'))
    .select(sql<OccasionFields | null>`occasion_facts(o.id, ${known})`.as('was'))
    .select(
      sql<boolean>`occasion_facts(o.id, ${filter.version ?? null}::int) is distinct from occasion_facts(o.id, o.version)`.as(
        'overtaken',
      ),
    )
    .forShare('o')
    .limit(20)
    .execute()
}

type Occasion = Awaited<ReturnType<typeof occasionsOf>>[number]

/**
 * The version of an occasion (o) that an invited guest (i) knows for certain: the one they answered, or the last one they were told; else
 * the given one.
 */
const knownVersion = (otherwise: ReturnType<typeof sql>) => sql<number>`coalesce(greatest(i.answered_version,
  (select max((l.versions ->> o.id::text)::int) from message_lines l
    where l.supporter_id = i.supporter_id and l.state = 'sent')), ${otherwise})`

const occasionTold = ({ now, was, ...one }: Occasion): OccasionTold => {
  const same = JSON.stringify(now) === JSON.stringify(was)
  const { id, kind, name, zone, startsAt, place, landmark, cancelledWhy, offerUntil } = one
  return { id, kind, name, zone, startsAt, place, landmark, cancelledWhy, offerUntil, was: same ? null : was }
}

/** Tells why a message about an occasion is no longer right. A line can wait long: for the next day's mails, or for an admin's decision. */
function whyNot(
  kind: MessageKind,
  filter: Filter,
  { state, status, overtaken, over, late }: Occasion,
): MessageWhy | null {
  if (kind === 'cancelled') return state === 'no' ? 'answered' : null
  if (kind === 'note' || kind === 'thanks' || kind === 'account') return null
  if (status === 'cancelled') return 'changed'
  if (over) return 'over'
  if (kind === 'change') return overtaken ? 'changed' : null
  if (kind === 'offer') return state === 'offered' ? null : 'answered'
  if (kind !== 'reminder') return null
  if (late) return 'over'
  const meant = filter.silent ? state === 'invited' : state === 'yes' || state === 'maybe'
  return meant ? null : 'answered'
}

/** Claims a `sending` line: notes which versions it tells, or skips it. Undefined if another worker has it. */
export const beginLine = (
  db: Db,
  { id, tries }: { id: number; tries: number },
  way: MessageWay,
  also: (tx: Tx, begun: Begun) => Promise<MessageWhy | undefined> = async () => undefined,
): Promise<Begun | undefined> =>
  inOneGo(db, async (tx) => {
    const begun = await lineTold(tx, id)
    const mine = await tx
      .selectFrom('message_lines')
      .where('id', '=', id)
      .where('state', '=', 'sending')
      .where('tries', '=', tries)
      .select('id')
      .forUpdate()
      .executeTakeFirst()
    if (!mine) return undefined
    if ('why' in begun) return leaveOut(tx, id, begun.why)
    if (way === 'mail' && !begun.email) return leaveOut(tx, id, 'no address')
    const why = await also(tx, begun)
    if (why) return leaveOut(tx, id, why)
    await tx
      .updateTable('message_lines')
      .set({ versions: begun.versions, at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    return begun
  })

async function leaveOut(tx: Tx, id: number, why: MessageWhy): Promise<undefined> {
  const state = why === 'no texts' ? 'failed' : 'skipped'
  await changeLines(
    tx,
    sql`update message_lines set state = ${state}, why = ${why}, at = now() where id = ${id} returning supporter_id`,
  )
}
