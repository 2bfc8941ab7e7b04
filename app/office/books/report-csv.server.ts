import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { atOneMoment } from '#app/features/ledger/moment.server.ts'
import { type Cell, csvAnswer } from '#app/kit/csv.ts'
import type { Words } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import { allPages } from '#app/platform/list.server.ts'
import { everyStep, type Page, sortedBy, wantedIn } from './report.server.ts'
import { channelsOf, drivesOf } from './revenue.server.ts'
import { byWords, channelWords, isStep, netOf, revenueOf, type Sums, salesOf } from './revenue.ts'

type Figure = [head: Words, value: (sums: Sums) => number]

const shillings =
  (cents: (sums: Sums) => number): Figure[1] =>
  (sums) =>
    cents(sums) / 100

const figures: Record<Page, Figure[]> = {
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
    [msg`Net (KSH)`, shillings(netOf)],
  ],
}

/** The figures that a page shows as a table for a spreadsheet, all of their rows. Days are written as machines read them. */
export function reportCsv(
  db: Db,
  { query, page, words }: { query: URLSearchParams; page: Page; words: I18n },
): Response {
  const { asked } = wantedIn(query, page, '9999-01-01')
  const line = (name: string, sums: Sums): Cell[] => [name, ...figures[page].map(([, value]) => value(sums))]
  async function* pages(): AsyncGenerator<Cell[][]> {
    if (asked.by === 'drive') {
      for await (const rows of drives(db, query, page)) yield rows.map((row) => line(row.title ?? '', row))
      return
    }
    yield await atOneMoment(db, async (moment) => {
      const { wanted } = wantedIn(query, page, moment.today)
      if (!isStep(asked.by))
        return (await channelsOf(moment, wanted)).map((row) => line(words._(channelWords[row.channel]), row))
      return (await everyStep(moment, wanted, asked.by)).rows.map((row) => line(row.key, row))
    })
  }
  const heads = [byWords[asked.by], ...figures[page].map(([head]) => head)]
  return csvAnswer(
    `revenue-${page}`,
    heads.map((head) => words._(head)),
    pages(),
  )
}

/** A moment for each part, so that a slow line at the other end holds no transaction open. */
const drives = (db: Db, query: URLSearchParams, page: Page) =>
  allPages((after) =>
    atOneMoment(db, (moment) => {
      const { sorts, asked } = sortedBy(query, page)
      const { wanted } = wantedIn(query, page, moment.today)
      return drivesOf(moment, wanted, { sorts, asked: { ...asked, after }, size: 1000 })
    }),
  )
