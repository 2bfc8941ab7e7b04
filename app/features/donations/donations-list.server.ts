import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import { byNumber, type ListAsked, numberIn, ownersList, pageOf } from '#app/platform/list.server.ts'
import type { DB } from '#db/types.ts'
import { nameForOwner } from './donations.server.ts'
import { donationsView, type Found } from './donations-list.tsx'
import { addedUp, type Filter, ofChannel, searchGifts, wanted } from './find-gifts.server.ts'

const emailSeen = sql<string | null>`case when d.anonymous then null else nullif(d.donor_email, '') end`
const order = byNumber('d.id')

/** The gifts to one's own drive, newest first; what was refunded wholly stays, and says so. */
export const donationsList = ownersList({
  view: donationsView,
  file: 'donations',
  sorts: order.sorts,
  async read(db, asked, size) {
    const { driveId, filter } = asked
    if (!filter.search) {
      const [page, found] = await Promise.all([giftsPage(db, asked, size), sumsOf(db, driveId, filter)])
      return { ...page, totals: { found } }
    }
    const { ids, found } = await searchGifts(db, driveId, filter)
    return { ...(await giftsPage(db, asked, size, ids)), totals: { found } }
  },
  readFile: (db, asked, size) => giftsPage(db, asked, size),
})

/** What is not narrowed is summed nowhere: the drive has kept what was raised. */
async function sumsOf(db: Db, driveId: string, filter: Filter): Promise<Found | null> {
  if (filter.day) return addedUp(db, driveId, filter)
  return filter.channel ? ofChannel(db, driveId, filter.channel) : null
}

type Asked = ListAsked<Filter, 'number'> & { driveId: string }

/**
 * Gifts of a drive, written as a range and sorted by: so they are read along in the index of the drive, whichever drive it is.
 * Else a plan that is kept reads all gifts there are, back from the newest, until it has met enough of a drive whose gifts are
 * old. Those of a day are found by the day.
 */
const along = (query: Gifts, driveId: string, order: 'asc' | 'desc') =>
  query
    .where('d.fund_drive_id', '>=', driveId)
    .where('d.fund_drive_id', '<=', driveId)
    .orderBy('d.fund_drive_id', order === 'asc' ? 'desc' : 'asc')
type Gifts = SelectQueryBuilder<DB & { d: DB['donations']; p: DB['payments'] }, 'd' | 'p', object>

/** A page of what is wanted; of those that were looked up, where they were. */
function giftsPage(db: Db, { driveId, filter, list }: Asked, size: number, ids: number[] | null = null) {
  const query = db
    .selectFrom('donations as d')
    .innerJoin('payments as p', 'p.id', 'd.payment_id')
    .where((make) => (ids ? among(pageAmong(ids, list, size)) : wanted(make, filter)))
    .$call((make) => (filter.day ? make.where('d.fund_drive_id', '=', driveId) : along(make, driveId, list.order)))
    .select(['d.id', 'd.anonymous', 'd.message', 'd.created_at as at', 'd.amount', 'p.reversed', 'd.channel'])
    .select([nameForOwner.as('name'), emailSeen.as('email')])
  return pageOf(query, { ...order, asked: list, size })
}

const among = (ids: number[]) => sql<SqlBool>`d.id = any(${ids}::bigint[])`

/** Those that stand on this page, and the one that tells that there is another. */
function pageAmong(ids: number[], { order, after }: Asked['list'], size: number): number[] {
  const place = numberIn(after)
  const down = order === 'desc'
  return ids
    .filter((id) => place === undefined || (down ? id < place : id > place))
    .sort((a, b) => (down ? b - a : a - b))
    .slice(0, size + 1)
}
