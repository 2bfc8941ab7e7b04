import { atOneMoment } from '#app/base/ledger/moment.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { revenueTotalsOf } from './revenue.server.ts'
import type { RevenueChannel } from './revenue.ts'

/** All gifts that ever came in, and what went back of them. `gross` is in cents, as are all sums. */
export type GivenReport = { gifts: number; gross: number; back: number }

/**
 * Adds up all gifts ever, from stored sums and what came since: summing a million gifts at each view would take longer than the rest of the
 * page. `channel` narrows the sums to one channel. `beside` reads something else of the same moment.
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
