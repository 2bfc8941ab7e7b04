import path from 'node:path'
import { sql } from 'kysely'
import { commentsOf, countComments } from '#app/drives/comments/comment.server.ts'
import { commentsList } from '#app/drives/comments/comments-list.server.ts'
import { dashboardOf } from '#app/drives/drive/dashboard.server.ts'
import { ownDrive, publicDrive, publicFigures } from '#app/drives/drive/drive.server.ts'
import { chartsOf, countViews, isStaying } from '#app/drives/views/view.server.ts'
import { viewsList } from '#app/drives/views/views-list.server.ts'
import { countVisits, headCount } from '#app/drives/visits/visit.server.ts'
import { visitsList } from '#app/drives/visits/visits-list.server.ts'
import { wordsIn } from '#app/kit/words.ts'
import { type Db, db, openPool, useDatabase } from '#app/platform/db.server.ts'
import { migrate } from '#app/platform/postgres/migrate.server.ts'
import { databaseUser, own } from '#app/platform/postgres/place.server.ts'
import { startPostgres } from '#app/platform/postgres/postgres.server.ts'
import { type Crowd, crowd, plenty } from './list-rows.ts'

const times = 25

/** Fills a fresh database and prints what each list costs, in milliseconds and beside the cheapest question there is. */
export async function measure(home: string): Promise<void> {
  own(home, databaseUser(home))
  const postgres = await startPostgres({ place: path.join(home, 'postgres') })
  const pool = openPool(postgres.url)
  try {
    await migrate(postgres.url)
    // biome-ignore lint/correctness/useHookAtTopLevel: it is no hook
    useDatabase(pool)
    const options = await crowd(db)
    const floor = await median(() => sql`select 1`.execute(db))
    console.log(`| list | median | × \`select 1\` (${floor.toFixed(2)} ms) |\n| --- | --: | --: |`)
    for (const [name, read] of Object.entries(await reads(db, options))) {
      const ms = await median(read)
      console.log(`| ${name} | ${ms.toFixed(ms < 10 ? 2 : 0)} ms | ${Math.round(ms / floor)} |`)
    }
    await files(options)
  } finally {
    await pool.end()
    await postgres.stop()
  }
}

async function median(read: () => Promise<unknown>): Promise<number> {
  for (let nr = 0; nr < 5; nr++) await read()
  const all: number[] = []
  for (let nr = 0; nr < times; nr++) {
    const started = performance.now()
    await read()
    all.push(performance.now() - started)
  }
  return all.sort((a, b) => a - b)[times >> 1]!
}

/** A place in a list, as its pages write it. */
const placed = (key: number, id: number | string) =>
  Buffer.from(JSON.stringify([String(key), String(id)])).toString('base64url')

async function reads(db: Db, { ownerId, driveId, slug }: Crowd): Promise<Record<string, () => Promise<unknown>>> {
  const visitor = 'v77'
  const stranger = { personId: null, visitor }
  const visitAt = async (offset: number) => {
    const { rows } = await sql<{ id: string; created_at: Date }>`
      select id, created_at from fund_drive_reservations where fund_drive_id = ${driveId}
      order by created_at desc, id desc offset ${offset} limit 1`.execute(db)
    return placed(rows[0]!.created_at.getTime() * 1000, rows[0]!.id)
  }
  const driveAt = async (offset: number) => {
    const { rows } = await sql<{ id: string; created_at: Date }>`
      select id, created_at from fund_drives order by created_at desc, id desc offset ${offset} limit 1`.execute(db)
    return placed(rows[0]!.created_at.getTime() * 1000, rows[0]!.id)
  }
  const [middleVisit, lastVisit, middleDrive, lastDrive] = await Promise.all([
    visitAt(plenty / 2),
    visitAt(plenty * 0.99 - 40),
    driveAt(1000),
    driveAt(1980),
  ])
  const comments = (query = {}) => commentsList.page(db, driveId, new URLSearchParams(query))
  const visits = (query = {}) => visitsList.page(db, driveId, new URLSearchParams(query))
  return {
    'public page: the drive': () => publicDrive(db, slug, stranger),
    'public page: figures that move': () => publicFigures(db, driveId),
    'public page: does a stay go on?': () => isStaying(db, driveId, visitor),
    'owner’s pages: the drive': () => ownDrive(db, ownerId, slug),
    'comments, public: first page': () => commentsOf(db, driveId, { visitor }),
    'comments, public: middle': () => commentsOf(db, driveId, { visitor, before: String(plenty / 2) }),
    'comments, public: last': () => commentsOf(db, driveId, { visitor, before: '15' }),
    'comments, owner: first page': () => comments(),
    'comments, owner: hidden ones, middle': () => comments({ state: 'hidden', after: placed(plenty / 2, plenty / 2) }),
    'comments, owner: last': () => comments({ after: placed(15, 15) }),
    'comments: how many': () => countComments(db, driveId),
    'visits: first page': () => visits({ status: 'all' }),
    'visits: middle': () => visits({ status: 'all', after: middleVisit }),
    'visits: last': () => visits({ status: 'all', after: lastVisit }),
    'visits: confirmed ones, middle': () => visits({ status: 'confirmed', after: middleVisit }),
    'visits: of one day': () => visits({ day: new Date(Date.now() + 864e5).toISOString().slice(0, 10) }),
    'visits: guests confirmed': () => headCount(db, driveId),
    'visits: how many': () => countVisits(db, driveId),
    'views: newest fifty': () => viewsList.page(db, driveId),
    'views: how many': () => countViews(db, driveId),
    'views: charts of 7 days': () => chartsOf(db, driveId, { days: 7 }),
    'views: charts of 30 days': () => chartsOf(db, driveId, { days: 30 }),
    'views: charts of 90 days': () => chartsOf(db, driveId, { days: 90 }),
    'dashboard of 2,000 drives: first page': () => dashboardOf(db, ownerId),
    'dashboard: middle': () => dashboardOf(db, ownerId, { cursor: middleDrive }),
    'dashboard: last': () => dashboardOf(db, ownerId, { cursor: lastDrive }),
    'dashboard: paused ones': () => dashboardOf(db, ownerId, { status: 'paused' }),
    'dashboard: search': () => dashboardOf(db, ownerId, { search: 'village 199' }),
  }
}

/** Whole tables as files, read to the end. */
async function files({ driveId, slug }: Crowd): Promise<void> {
  const started = performance.now()
  const file = viewsList.csv(db, { id: driveId, slug }, new URLSearchParams(), { words: wordsIn('en'), language: 'en' })
  let bytes = 0
  let lines = -1
  for await (const chunk of file.body!) {
    bytes += chunk.length
    for (const byte of chunk) if (byte === 10) lines++
  }
  const seconds = (performance.now() - started) / 1000
  console.log(
    `\nviews as CSV: ${lines} rows, ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(2)} s, ${Math.round(lines / seconds)} rows/s`,
  )
}
