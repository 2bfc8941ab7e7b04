import { atOneMoment } from '#app/base/ledger/moment.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { revenueTotalsOf } from './revenue.server.ts'
import type { RevenueChannel } from './revenue.ts'

/** All gifts that ever came in, and what went back of them. `gross` is in cents, as are all sums. */
export type GivenReport = { gifts: number; gross: number; back: number }

/**
 * What was ever given, from the sums that are kept and what came since: adding up a million gifts for each look would take
 * longer than all the rest of the page. Of one channel where one is named. `beside` reads something else of the same moment.
 */
export const givenEver = <Read>(
  db: Db,
  channel: RevenueChannel | null,
  beside: (tx: Tx) => Promise<Read>,
): Promise<GivenReport & { beside: Read }> =>
  atOneMoment(db, async (moment) => {
    const ever = { range: { from: null, to: moment.today }, search: '', channel, only: 'gifts' } as const
    const { gifts, gross, back } = await revenueTotalsOf(moment, ever)
    return { gifts, gross, back, beside: await beside(moment.tx) }
  })
