import { sql } from 'kysely'
import { phoneWhole } from '#app/kit/phone.ts'
import { listOf, pageOfRows } from '#app/platform/list.server.ts'
import { containing } from '#app/platform/search.server.ts'
import { known } from './book.server.ts'
import { bookView, type HouseholdRow } from './book-list.tsx'

const sorts = { name: { by: sql`lower(r.name)`, kind: 'text' } } as const

/** The book of one person, by name. */
export const bookList = listOf<HouseholdRow, typeof bookView.fields, 'name', undefined, { personId: string }>({
  view: bookView,
  sorts,
  order: () => 'asc',
  async read(db, { personId, filter, list }, size) {
    const query = db
      .selectFrom('remembered as r')
      .where('r.user_id', '=', personId)
      .$if(filter.search !== '', (all) => all.where('r.name', 'ilike', containing(filter.search)))
      .select(['r.id', 'r.name', 'r.phone', 'r.what', 'r.people', 'r.words'])
      .select([
        sql<string | null>`r.day::text`.as('day'),
        sql<number | null>`coalesce(r.gave, ${known})::bigint`.as('gave'),
      ])
    const id = { column: sql.ref('r.id'), kind: 'uuid' } as const
    const { rows, next } = await pageOfRows(query, { sorts, asked: list, id, size })
    return { rows: rows.map((row) => ({ ...row, phone: row.phone && phoneWhole(row.phone) })), next }
  },
})
