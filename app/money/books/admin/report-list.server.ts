import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type AdminFile, plainFacts } from '#app/admin/list.server.ts'
import { atOneMoment } from '#app/base/ledger/moment.server.ts'
import type { FileColumn } from '#app/kit/list.ts'
import type { Words } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import { allPages, tableFile } from '#app/platform/list.server.ts'
import { channelsOf, drivesOf, everyStep, type ReportPage, sortedBy, wantedIn } from './revenue.server.ts'
import { byWords, isStep, netRevenueOf, type RevenueSums, revenueChannelWords, revenueOf, salesOf } from './revenue.ts'

type Figure = [head: Words, value: (sums: RevenueSums) => number]

const shillings =
  (cents: (sums: RevenueSums) => number): Figure[1] =>
  (sums) =>
    cents(sums) / 100

const figures: Record<ReportPage, Figure[]> = {
  sales: [
    [msg`Donations`, ({ gifts }) => gifts],
    [msg`Accrued (KSH)`, shillings(({ fee }) => fee)],
    [msg`Refunded (KSH)`, shillings(({ feeBack }) => feeBack)],
    [msg`Revenue Sales (KSH)`, shillings(revenueOf)],
    [msg`Collected (KSH)`, shillings(({ collected }) => collected)],
    [msg`View packages (KSH)`, shillings(salesOf)],
  ],
  donations: [
    [msg`Donations`, ({ gifts }) => gifts],
    [msg`Gross (KSH)`, shillings(({ gross }) => gross)],
    [msg`Provider fees (KSH)`, shillings(({ providerFee }) => providerFee)],
    [msg`Refunded (KSH)`, shillings(({ back }) => back)],
    [msg`Net (KSH)`, shillings(netRevenueOf)],
  ],
}

/** The figures of a page, with all their rows. Days are written for machines. */
const reportFile = (page: ReportPage): AdminFile => ({
  address: `/admin/revenue-${page}`,
  noun: 'book',
  subject: `revenue-${page}`,
  found: (query) => plainFacts(query, ['search', 'channel', 'from', 'to', 'period', 'by', 'sort', 'order']),
  csv(db, query, reader) {
    const { asked } = wantedIn(query, page, '9999-01-01')
    const columns: FileColumn<Line>[] = [
      { head: byWords[asked.by], plain: ({ name }) => name },
      ...figures[page].map(([head, value]) => ({ head, plain: ({ sums }: Line) => value(sums) })),
    ]
    return tableFile(`revenue-${page}`, columns, linesOf(db, query, { page, words: reader.words }), reader)
  },
})
export const [salesFile, donationsFile] = [reportFile('sales'), reportFile('donations')]

type Line = { name: string; sums: RevenueSums }

async function* linesOf(db: Db, query: URLSearchParams, { page, words }: { page: ReportPage; words: I18n }) {
  const { asked } = wantedIn(query, page, '9999-01-01')
  if (asked.by === 'drive') {
    for await (const rows of drives(db, query, page))
      yield rows.map((row): Line => ({ name: row.title ?? '', sums: row }))
    return
  }
  yield await atOneMoment(db, async (moment): Promise<Line[]> => {
    const { wanted } = wantedIn(query, page, moment.today)
    if (!isStep(asked.by))
      return (await channelsOf(moment, wanted)).map((row) => ({
        name: words._(revenueChannelWords[row.channel]),
        sums: row,
      }))
    return (await everyStep(moment, wanted, asked.by)).rows.map((row) => ({ name: row.key, sums: row }))
  })
}

/** Reads each part at a moment of its own, so that a slow connection holds no transaction open. */
const drives = (db: Db, query: URLSearchParams, page: ReportPage) =>
  allPages((after) =>
    atOneMoment(db, (moment) => {
      const { sorts, asked } = sortedBy(query, page)
      const { wanted } = wantedIn(query, page, moment.today)
      return drivesOf(moment, wanted, { sorts, asked: { ...asked, after }, size: 1000 })
    }),
  )
