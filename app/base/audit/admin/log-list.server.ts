import { adminList } from '#app/admin/list.server.ts'
import { countedTo, countOf, logSorts, lookedUp, pageAmong } from './log.server.ts'
import { type LogCount, logView } from './log-list.tsx'

/** The list of all that administrators did and saw. A search is run once for the page and the count. */
export const logList = adminList({
  view: logView,
  noun: 'audit log',
  file: 'audit-log',
  sorts: logSorts,
  async read(db, { filter, list }, size) {
    const sought = await lookedUp(db, filter)
    const [page, count] = await Promise.all([pageAmong(db, sought, list, size), countOf(db, sought)])
    const totals: LogCount = { lines: Math.min(count, countedTo), more: count > countedTo }
    return { ...page, totals }
  },
  readFile: async (db, { filter, list }, size) => pageAmong(db, await lookedUp(db, filter), list, size),
})
