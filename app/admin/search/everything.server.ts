import type { Actor } from '#app/base/audit/audit.ts'
import { drivesList } from '#app/drives/drive/admin/drives-list.server.ts'
import type { Reader } from '#app/kit/list.ts'
import { giftsList } from '#app/money/payments/admin/gifts-list.server.ts'
import { unplacedList } from '#app/money/payments/admin/unplaced-list.server.ts'
import { adminPayoutsList } from '#app/money/payouts/admin/payouts-list.server.ts'
import { peopleList } from '#app/people/accounts/admin/people-list.server.ts'
import type { Db } from '#app/platform/db.server.ts'

/** The number of results shown per kind; the rest is in the list of that kind. */
const shown = 5

/** Searches gifts, unplaced money, payouts, fund drives and people. Each list logs the access as it does for itself. */
export async function everything(db: Db, typed: string, by: Actor, words: Reader['words']) {
  const query = new URLSearchParams({ search: typed })
  const [gifts, unplaced, payouts, drives, people] = await Promise.all([
    giftsList.shown(db, query, by, words),
    unplacedList.shown(db, query, by, words),
    adminPayoutsList.shown(db, query, by, words),
    drivesList.shown(db, query, by, words),
    peopleList.shown(db, query, by, words),
  ])
  return {
    gifts: { rows: gifts.rows.slice(0, shown), count: gifts.totals.count },
    unplaced: {
      rows: unplaced.rows.slice(0, shown),
      count: unplaced.totals.reduce((all, { count }) => all + count, 0),
    },
    payouts: { rows: payouts.rows.slice(0, shown), count: payouts.totals.count },
    drives: { rows: drives.rows.slice(0, shown), count: drives.totals.drives },
    people: { rows: people.rows.slice(0, shown), count: people.totals.people },
  }
}
export type Everything = Awaited<ReturnType<typeof everything>>
