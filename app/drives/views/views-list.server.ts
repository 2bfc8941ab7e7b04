import type { Language } from '#app/kit/languages.ts'
import { byNumber, ownersList, pageOfRows } from '#app/platform/list.server.ts'
import { placeOfView, viewsShown } from './view.ts'
import { viewsView } from './views-list.tsx'

const order = byNumber('id')

/** All views of a drive, newest first. Countries are named here: browsers don't all know the same names. */
export const viewsList = ownersList({
  view: viewsView,
  file: 'views',
  sorts: order.sorts,
  size: viewsShown,
  async read(db, { driveId, list, words }, size) {
    const query = db
      .selectFrom('fund_drive_views')
      .where('fund_drive_id', '=', driveId)
      .select(['id', 'device_type as deviceType', 'viewed_at as viewedAt', 'location', 'viewer_ip as address'])
    const { rows, next } = await pageOfRows(query, { ...order, asked: list, size })
    if (!words) return { rows, next }
    const named = ({ location, ...view }: (typeof rows)[number]) => ({
      ...view,
      location: placeOfView(words.locale as Language, location),
    })
    return { rows: rows.map(named), next }
  },
})
