import { sql } from 'kysely'
import { ownersList, pageOfRows, type Sort } from '#app/platform/list.server.ts'
import { begins } from './visit.server.ts'
import { groupOf } from './visit.ts'
import { visitsView } from './visits-list.tsx'

const sorts = { booked: { by: sql.ref('created_at'), kind: 'moment' } } as const satisfies Record<string, Sort>
const id = { column: sql.ref('id'), kind: 'uuid' } as const

/** The visits of a drive, the newest request first. */
export const visitsList = ownersList({
  view: visitsView,
  file: 'rsvps',
  sorts,
  read(db, { driveId, filter, list }, size) {
    const [group, now] = [groupOf(filter), new Date()]
    let query = db
      .selectFrom('fund_drive_reservations')
      .where('fund_drive_id', '=', driveId)
      .select(['id', 'name', 'email', 'phone', 'visit_time as time', 'number_of_guests as guests', 'message'])
      .select(['status', 'sequence', 'created_at as bookedAt', sql<string>`visit_date::text`.as('date')])
    if (group !== 'all') query = query.where(begins, group === 'past' ? '<=' : '>', now)
    if (group !== 'all' && group !== 'past' && group !== 'upcoming') query = query.where('status', '=', group)
    if (filter.day) query = query.where('visit_date', '=', sql<Date>`${filter.day}::date`)
    return pageOfRows(query, { sorts, asked: list, id, size })
  },
})
