import { msg } from '@lingui/core/macro'
import { type SqlBool, sql } from 'kysely'
import type { FileColumn, Reader } from '#app/kit/list.ts'
import type { Db } from '#app/platform/db.server.ts'
import { allPages, tableFile } from '#app/platform/list.server.ts'
import type { GuestRow } from './guest-row.ts'
import { type GuestsListAsked, guestsPage } from './guests-list.server.ts'
import { guestsView, ofGifts } from './guests-list.tsx'

// Makes the list of guests as a file. People are counted for each occasion, because the same people may come to two.

export async function guestsFile(db: Db, name: string, asked: GuestsListAsked, reader: Reader): Promise<Response> {
  const columns = columnsFor(await occasionsIn(db, asked), asked)
  const page = (after: string | null) => guestsPage(db, { ...asked, list: { ...asked.list, after } }, 1000)
  return tableFile(name, columns, allPages(page), reader)
}

type Occasion = { no: number; name: string }

/** Reads the occasions of the list, in their order: all, or the one that the list is narrowed to. */
const occasionsIn = (db: Db, { gatheringId, filter: { occasion } }: GuestsListAsked): Promise<Occasion[]> =>
  db
    .selectFrom('occasions')
    .where('gathering_id', '=', gatheringId)
    .where(sql<SqlBool>`(${occasion}::text is null or no::text = ${occasion})`)
    .orderBy('starts_at')
    .orderBy('no')
    .select(['no', 'name'])
    .limit(20)
    .execute()

/** Returns the page's columns, with those of each occasion in their places. A single occasion's name is left out. */
function columnsFor(occasions: Occasion[], { seesGifts }: GuestsListAsked): FileColumn<GuestRow>[] {
  const named = occasions.length > 1
  const come = occasions.map(({ no, name }) => ({
    head: named ? msg`People who come: ${name}` : msg`People who come`,
    plain: ({ answers }: GuestRow) => answers.find((one) => one.no === no && one.state === 'yes')?.people ?? 0,
  }))
  const came = occasions.map(({ no, name }) => ({
    head: named ? msg`People at the door: ${name}` : msg`People at the door`,
    plain: ({ came: all }: GuestRow) => all.find((one) => one.no === no)?.people ?? 0,
  }))
  return guestsView.columns.flatMap((column): FileColumn<GuestRow>[] => {
    if (column.key === 'answer') return [column, ...come]
    if (!seesGifts && ofGifts.includes(column.key)) return []
    return column.key === 'came' ? came : [column]
  })
}
