import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { Refusal } from '#app/kit/says.ts'
import { localAt } from '#app/kit/zones.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { changingGathering, type Hosting, refuseUnlessRuns } from './gathering.server.ts'
import { makeIn } from './make-gathering.server.ts'
import { occasionMost, occasionNameOf, occasionTexts } from './occasion.ts'
import type { newInvitationForm, OccasionAsked } from './occasion-forms.ts'
import { endOfOccasion } from './times.ts'

// A host's actions on the occasions of a gathering.

/** Adds an occasion; returns its number. */
export const addOccasion = (db: Db, mine: Hosting, asked: OccasionAsked, now = new Date()): Promise<number> =>
  changingGathering(db, mine, (tx, { id }) => addIn(tx, id, asked, now))

/** Adds an occasion within a transaction that has locked the gathering, or has made it. */
async function addIn(tx: Tx, gatheringId: string, asked: OccasionAsked, now: Date): Promise<number> {
  refusePast(asked, now)
  const { last } = await tx
    .selectFrom('occasions')
    .where('gathering_id', '=', gatheringId)
    .select(({ fn }) => fn.max('no').as('last'))
    .executeTakeFirstOrThrow()
  const no = Number(last ?? 0) + 1
  if (no > occasionMost.occasions) throw new Refusal(occasionTexts.manyOccasions)
  await tx
    .insertInto('occasions')
    .values({ ...valuesOf(asked), gathering_id: gatheringId, no })
    .execute()
  return no
}

const refusePast = ({ startsAt }: OccasionAsked, now: Date) => {
  if (startsAt <= now) throw new Refusal(occasionTexts.startRange, { status: 422, field: 'day' })
}

/**
 * Saves an occasion, or refuses when another window saved it meanwhile. The former time and place are kept for the
 * guests. The seats are locked while the capacity changes, so that nobody is given a seat of the old capacity.
 */
export const saveOccasion = (
  db: Db,
  mine: Hosting,
  no: number,
  asked: OccasionAsked,
  now = new Date(),
): Promise<{ isChanged: boolean }> =>
  changingGathering(db, mine, async (tx, gathering) => {
    const before = await lockOccasion(tx, gathering.id, no)
    if (before.status === 'cancelled') throw new Refusal(occasionTexts.alreadyCancelled)
    if (before.version !== asked.version) throw new Refusal(occasionTexts.stale)
    await retitle(tx, gathering, before.name, asked.name)
    const was = factsOf(before)
    const values = valuesOf(asked)
    const isNow = { ...was, starts: values.starts_local, ends: values.ends_local, zone: values.zone }
    Object.assign(isNow, { place: values.place, landmark: values.landmark })
    const dayChanged = was.starts.slice(0, 10) !== isNow.starts.slice(0, 10) || was.zone !== isNow.zone
    if (was.starts !== isNow.starts || was.zone !== isNow.zone) refusePast(asked, now)
    const version = before.version + 1
    await tx
      .updateTable('occasions')
      .set({ ...values, version, ...(dayChanged && { day_version: version }) })
      .where('id', '=', before.id)
      .execute()
    const isChanged = JSON.stringify(was) !== JSON.stringify(isNow)
    if (isChanged) {
      await tx
        .insertInto('occasion_changes')
        .values({ occasion_id: before.id, version, was: JSON.stringify(was), is_now: JSON.stringify(isNow) })
        .execute()
      await tellSoon(tx, before.id, new Date(now.getTime() + occasionMost.quietMinutes * 60_000))
    }
    // Waiting guests may fit now: the job that serves the line after a restart serves it here, too.
    await enqueue(tx, 'offer-seats', { occasionId: before.id }, { key: before.id })
    return { isChanged }
  })

/** Gives the invitation a new title, if its only occasion had the title as its name and was renamed. */
async function retitle(tx: Tx, { id, title }: { id: string; title: string }, was: string, name: string) {
  if (was === name || was !== occasionNameOf(title)) return
  const { many } = await tx
    .selectFrom('occasions')
    .where('gathering_id', '=', id)
    .select(({ fn }) => fn.countAll<number>().as('many'))
    .executeTakeFirstOrThrow()
  if (many > 1) return
  await tx.updateTable('gatherings').set({ title: name, version: sql`version + 1` }).where('id', '=', id).execute()
}

/**
 * Cancels an occasion, which can't be undone, so only people who run the gathering may do it. A guest who answers at
 * this moment waits at the same lock and is mailed.
 */
export const cancelOccasion = (db: Db, mine: Hosting, no: number, why: string, now = new Date()): Promise<void> =>
  changingGathering(db, mine, async (tx, gathering) => {
    await refuseUnlessRuns(tx, mine.personId, gathering.id)
    const before = await lockOccasion(tx, gathering.id, no)
    if (before.status === 'cancelled') throw new Refusal(occasionTexts.alreadyCancelled)
    if (endOfOccasion({ startsAt: before.starts_at, endsAt: before.ends_at }) <= now)
      throw new Refusal(occasionTexts.overAlready)
    await tx
      .updateTable('occasions')
      .set({ status: 'cancelled', cancelled_why: why, cancelled_at: now, version: before.version + 1 })
      .where('id', '=', before.id)
      .execute()
    await tellSoon(tx, before.id, now)
  })

/** Mails guests once nothing has changed for a while: each change postpones the mail. */
const tellSoon = (tx: Tx, occasionId: string, runAt: Date) =>
  enqueue(tx, 'tell-change', { occasionId }, { key: occasionId, runAt })

/** Locks the occasion, without its key, and then its seats: a transaction that writes an answer holds the seats and reads the key. */
async function lockOccasion(tx: Tx, gatheringId: string, no: number) {
  const row = await tx
    .selectFrom('occasions')
    .where('gathering_id', '=', gatheringId)
    .where('no', '=', no)
    .select(['id', 'name', 'status', 'version', 'starts_at', 'ends_at', 'zone', 'place', 'landmark'])
    .select(sql<string>`to_char(starts_local, 'YYYY-MM-DD"T"HH24:MI')`.as('starts'))
    .select(sql<string | null>`to_char(ends_local, 'YYYY-MM-DD"T"HH24:MI')`.as('ends'))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal(occasionTexts.occasionMissing, { status: 404 })
  await tx.selectFrom('occasion_seats').where('occasion_id', '=', row.id).select('taken').forUpdate().execute()
  return row
}

/** The details whose changes are mailed to guests. */
export type OccasionFields = { starts: string; ends: string | null; zone: string; place: string; landmark: string }
const factsOf = ({ starts, ends, zone, place, landmark }: OccasionFields): OccasionFields => ({
  starts,
  ends,
  zone,
  place,
  landmark,
})

const valuesOf = (asked: OccasionAsked) => ({
  kind: asked.kind,
  name: asked.name,
  zone: asked.zone,
  starts_local: asked.startsLocal,
  ends_local: asked.endsLocal,
  place: asked.place,
  landmark: asked.landmark,
  map_url: asked.map,
  lat: asked.pin?.lat ?? null,
  lng: asked.pin?.lng ?? null,
  travel: asked.travel,
  dress: asked.dress,
  programme: asked.programme,
  stream_url: asked.stream,
  stream_open: asked.streamOpen,
  capacity: asked.capacity,
  party_most: asked.partyMost,
  plus_ones: asked.plusOnes,
  answers_until: asked.answersUntil,
  shows_list: asked.showsList,
  shows_count: asked.showsCount,
  approves: asked.approves,
  waits: asked.waits,
  shared: asked.shared,
  walk_ins: asked.walkIns,
})

/** Reads an occasion as the host's form shows it; undefined if there is no such number. */
export async function occasionTyped(db: Db, gatheringId: string, no: number) {
  const row = await db
    .selectFrom('occasions')
    .where('gathering_id', '=', gatheringId)
    .where('no', '=', no)
    .selectAll()
    .executeTakeFirst()
  if (!row) return undefined
  const parts = (at: Date | null) => (at ? localAt(at, row.zone) : 'T').split('T') as [string, string]
  const [day, time] = parts(row.starts_at)
  const [endDay, endTime] = parts(row.ends_at)
  const [untilDay, untilTime] = parts(row.answers_until)
  const { kind, name, zone, place, landmark, travel, dress, programme, version, status } = row
  const texts = { kind, name, zone, place, landmark, travel, dress, programme }
  const links = { map: row.map_url ?? '', stream: row.stream_url ?? '' }
  const pin = { lat: row.lat === null ? '' : String(row.lat), lng: row.lng === null ? '' : String(row.lng) }
  const numbers = {
    capacity: String(row.capacity ?? ''),
    partyMost: String(row.party_most),
    plusOnes: String(row.plus_ones),
  }
  const times = { day, time, endDay, endTime, untilDay, untilTime }
  const switches = {
    streamOpen: row.stream_open,
    showsList: row.shows_list,
    showsCount: row.shows_count,
    approves: row.approves,
    waits: row.waits,
    shared: row.shared,
    walkIns: row.walk_ins,
  }
  const typed = { ...texts, ...links, ...pin, ...numbers, ...times }
  return { no, version, status, why: row.cancelled_why, typed, switches }
}

/** The end of an occasion in SQL, the same as `endOfOccasion`. Takes the name or alias of the occasions table. */
export const endsAt = (occasion: string): RawBuilder<Date> =>
  sql`coalesce(${sql.ref(`${occasion}.ends_at`)}, ${sql.ref(`${occasion}.starts_at`)} + interval '6 hours')`

/**
 * Makes a gathering with its first occasion: both or neither. `isOther`: the drive had a gathering already, and the
 * form's values are not saved.
 */
export const inviteFromDrive = (
  db: Db,
  personId: string,
  { gathering, first }: z.output<typeof newInvitationForm>,
  drive?: { id: string },
  now = new Date(),
): Promise<{ slug: string; isOther: boolean }> =>
  inOneGo(db, async (tx) => {
    const { made, is } = await makeIn(tx, personId, gathering, drive, first)
    if (is === 'new') await addIn(tx, made.id, first, now)
    return { slug: made.slug, isOther: is === 'other' }
  })
