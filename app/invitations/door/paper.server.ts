import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { type SqlBool, sql } from 'kysely'
import { endOfOccasion } from '#app/invitations/occasions/times.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import type { Db } from '#app/platform/db.server.ts'
import { newLine } from '#app/platform/turns.server.ts'

// The data of paper for a door: cards with passes, and the list by name for a door without a phone.

/** The most guests in one file. */
const mostOnPaper = 1000

/** The guests to print: those of one occasion, in parts of a thousand; `coming`: only those who said Yes. */
type PaperAsked = { gatheringId: string; no: number | null; part: number; coming: boolean }

export type PaperGuest = Awaited<ReturnType<typeof guestsOf>>[number]
export type PaperOccasion = NonNullable<Awaited<ReturnType<typeof occasionOf>>>

/** Reads the request from the address of a paper file. */
export const paperAsked = (gatheringId: string, query: URLSearchParams): PaperAsked => {
  const number = (name: string) => (/^[1-9]\d{0,3}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : null)
  return { gatheringId, no: number('occasion'), part: number('part') ?? 1, coming: query.get('who') === 'coming' }
}

export async function paperOf(db: Db, asked: PaperAsked, now = new Date()) {
  const occasion = await occasionOf(db, asked, now)
  if (!occasion) return undefined
  const guests = await guestsOf(db, occasion.id, asked)
  // The first part of an occasion without guests is an empty list; any other empty part does not exist.
  return guests.length > 0 || asked.part === 1 ? { occasion, guests } : undefined
}

/** Guests with a right to come in. Those who declined or wait get no paper: the host lets them in by name. */
const invited = ['invited', 'yes', 'maybe'] as const

async function occasionOf(db: Db, { gatheringId, no }: PaperAsked, now: Date) {
  const rows = await db
    .selectFrom('occasions as o')
    .innerJoin('gatherings as g', 'g.id', 'o.gathering_id')
    .where('o.gathering_id', '=', gatheringId)
    .orderBy('o.starts_at')
    .orderBy('o.no')
    .select(['o.id', 'o.no', 'o.name', 'o.kind', 'o.zone', 'o.starts_at as startsAt', 'o.ends_at as endsAt'])
    .select(['o.place', 'o.landmark', 'g.title', 'g.hosts', 'g.style', 'g.language'])
    .limit(20)
    .execute()
  const found =
    no === null ? (rows.find((one) => endOfOccasion(one) > now) ?? rows.at(-1)) : rows.find((one) => one.no === no)
  return found && { ...found, language: knownLanguage(found.language) }
}

const guestsOf = (db: Db, occasionId: string, { part, coming }: PaperAsked) =>
  db
    .selectFrom('invitations as i')
    .innerJoin('supporters as s', 's.id', 'i.supporter_id')
    .where('i.occasion_id', '=', occasionId)
    .where('i.state', 'in', coming ? ['yes'] : [...invited])
    .where(sql<SqlBool>`s.merged_into is null`)
    // The sort order of names on paper: Ẹniọla is at E.
    .orderBy(sql`lower(coalesce(s.card_name, s.name)) collate "und-x-icu"`)
    .orderBy('i.id')
    .select(['i.id', 'i.code', 'i.pass_version as version', 'i.state'])
    .select(sql<string>`coalesce(s.card_name, s.name)`.as('name'))
    .select(sql<number>`coalesce(i.adults + i.children, i.seats)`.as('seats'))
    .select(sql<string>`coalesce(right(s.phone, 4), '')`.as('lastFour'))
    .limit(mostOnPaper)
    .offset((part - 1) * mostOnPaper)
    .execute()

/** Two files at a time: a thousand codes take some seconds of work. */
const line = newLine({ atOnce: 2, mostWaiting: 50, longestWait: 60_000 })

/** Streams a file while it is made. */
export function paperAnswer(name: string, pieces: AsyncGenerator<Buffer>): Response {
  const file = Readable.from(inLine(pieces), { objectMode: false })
  return new Response(Readable.toWeb(file) as ReadableStream as unknown as BodyInit, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${name}.pdf"`,
      'cache-control': 'private, no-store',
    },
  })
}

/** Takes a place in the queue when the stream begins, so that a file that nobody reads holds none. */
async function* inLine(pieces: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  await line.enter()
  try {
    yield* pieces
  } finally {
    line.leave()
  }
}
