import { beforeAll, expect, test } from 'vitest'
import { atOneMoment, keepSums } from '#app/base/ledger/moment.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import { testDatabase } from '#test/database.ts'
import { randomBooks } from '#test/random-books.ts'
import { query } from '#test/rows.ts'
import { owedList, owedOf } from './owed-list.server.ts'
import { type PeriodStep, startOf } from './period.ts'
import {
  channelsOf,
  driveSorts,
  drivesOf,
  type RevenueWanted,
  reportOf,
  revenueTotalsOf,
  seriesOf,
} from './revenue.server.ts'
import { none, type RevenueSums } from './revenue.ts'

// Figures are put together from sums that were kept and what came since. Here the same is asked plainly, row by row.

const db = await testDatabase({ asOwner: true })
beforeAll(async () => {
  await randomBooks(db, 300, 0.1)
  await keepSums(db, { atLeast: 1 })
  await randomBooks(db, 100, 0.2)
})

type Cut = 'day' | 'channel' | 'drive'

/** Every gift, refund and withdrawal by itself, on the day of Nairobi's calendar on which it was booked. */
async function countedRowByRow({ range, search, channel }: RevenueWanted, cut: Cut) {
  const rows = await query<Partial<RevenueSums> & Record<Cut, string>>`
    select x.* from (
      select (d.created_at at time zone 'Africa/Nairobi')::date::text as day, d.channel, d.fund_drive_id as drive, 1 as gifts,
        d.amount as gross, d.platform_fee as fee, p.provider_fee as "providerFee", 0 as back, 0 as "feeBack", 0 as collected
      from donations d join payments p on p.id = d.payment_id
      union all
      select (r.done_at at time zone 'Africa/Nairobi')::date::text, p.channel, p.fund_drive_id, 0, 0, 0, 0, r.amount, r.fee_part, 0
      from reversals r join payments p on p.id = r.payment_id
      union all
      select (created_at at time zone 'Africa/Nairobi')::date::text, 'other', fund_drive_id, 0, 0, 0, 0, 0, 0, fee
      from payout_requests where status <> 'rejected' and ${channel === null}
    ) x join fund_drives f on f.id = x.drive
    where x.day <= ${range.to} and x.day >= ${range.from ?? '1000'} and f.title ilike ${containing(search)}
      and (${channel}::text is null or x.channel = ${channel})`
  const found = new Map<string, RevenueSums>()
  for (const row of rows) {
    const sums = found.get(row[cut]) ?? none
    const added = Object.entries(sums).map(([name, value]) => [
      name,
      value + Number(row[name as keyof RevenueSums] ?? 0),
    ])
    found.set(row[cut], Object.fromEntries(added))
  }
  return found
}

const addedUp = (all: Iterable<RevenueSums>): RevenueSums =>
  [...all].reduce(
    (one, other) =>
      Object.fromEntries(
        Object.entries(one).map(([name, value]) => [name, value + other[name as keyof RevenueSums]]),
      ) as RevenueSums,
    none,
  )
const ever = { from: null, to: '2026-11-20' }
const wanted: RevenueWanted[] = [
  { range: ever, search: '', channel: null },
  { range: ever, search: 'village', channel: null },
  { range: ever, search: 'roof', channel: 'mobile' },
  // Words that nearly all drives have, and all.
  { range: ever, search: 'o', channel: null },
  { range: ever, search: 'o', channel: 'other' },
  { range: { from: '2025-08-17', to: '2026-07-04' }, search: 'l', channel: null },
  { range: { from: '2026-03-01', to: '2026-03-31' }, search: 'l', channel: 'online' },
  { range: { from: '2026-03-01', to: '2026-03-31' }, search: '', channel: null },
  { range: { from: '2025-08-17', to: '2026-07-04' }, search: 'WELL of', channel: null },
  { range: { from: '2026-02-10', to: '2026-02-12' }, search: '', channel: 'online' },
  { range: { from: '2026-08-31', to: '2026-11-20' }, search: 'village 7', channel: 'other' },
]
const sumsOf = (row: RevenueSums): RevenueSums =>
  Object.fromEntries(Object.keys(none).map((key) => [key, row[key as keyof RevenueSums]])) as never

test.each(wanted)('figures are what the same question finds row by row: $range $search $channel', async (one) => {
  await atOneMoment(db, async (moment) => {
    const days = await countedRowByRow(one, 'day')
    expect(await revenueTotalsOf(moment, one)).toEqual(addedUp(days.values()))
    for (const step of ['day', 'week', 'month'] as PeriodStep[]) {
      const starts = new Map<string, RevenueSums>()
      for (const [day, sums] of days)
        starts.set(startOf(step, day), addedUp([starts.get(startOf(step, day)) ?? none, sums]))
      const series = await seriesOf(moment, one, step)
      expect(new Map(series.map(({ start, ...sums }) => [start, sums]))).toEqual(starts)
      expect(series.map(({ start }) => start)).toEqual([...starts.keys()].sort())
    }
    const drives = await drivesOf(moment, one, {
      sorts: driveSorts.sales,
      asked: { sort: 'fee', order: 'desc', after: null },
    })
    expect(new Map(drives.rows.map((row) => [row.id, sumsOf(row)]))).toEqual(await countedRowByRow(one, 'drive'))
    expect(drives.rows.map(({ fee }) => fee)).toEqual(drives.rows.map(({ fee }) => fee).sort((a, b) => b - a))
    const channels = await channelsOf(moment, one)
    const plain = [...(await countedRowByRow(one, 'channel'))].map(([channel, sums]) => [
      channel,
      { ...sums, collected: 0 },
    ])
    expect(new Map(channels.map(({ channel, ...sums }) => [channel, { ...sums, collected: 0 }]))).toEqual(
      new Map((plain as [string, RevenueSums][]).filter(([, { gifts, back }]) => gifts + back > 0)),
    )
  })
})

test.each(['day', 'week', 'month', 'drive', 'channel'])(
  'the totals above a report are those of the filter, cut by %s',
  async (by) => {
    for (const filter of ['period=all', 'period=all&search=village', 'from=2026-02-10&to=2026-06-12&search=roof']) {
      const { totals, range } = await reportOf(db, new URLSearchParams(`${filter}&by=${by}`), 'donations')
      const search = new URLSearchParams(filter).get('search') ?? ''
      expect([filter, totals]).toEqual([
        filter,
        addedUp((await countedRowByRow({ range, search, channel: null }, 'day')).values()),
      ])
    }
  },
)

test.each(['', 'village', 'nothing like it'])(
  'what owners are owed adds up, on every page, searched for "%s"',
  async (search) => {
    const asked = owedList.asked(new URLSearchParams({ search }))
    const gifts = await countedRowByRow({ range: ever, search, channel: null }, 'drive')
    const out = await query<{ drive: string; net: number }>`
    select fund_drive_id as drive, sum(net)::bigint as net from payout_requests where status <> 'rejected' group by 1`
    const paid = new Map(out.map(({ drive, net }) => [drive, net]))
    const plain = [...gifts]
      .filter(([, sums]) => sums.gifts + sums.back > 0)
      .map(([id, { gross, fee, back, feeBack }]) => [id, gross - fee - back + feeBack - (paid.get(id) ?? 0)])
    await atOneMoment(db, async (moment) => {
      const { rows, totals } = await owedOf(moment, asked)
      expect(new Map(rows.map(({ id, owed }) => [id, owed]))).toEqual(new Map(plain as [string, number][]))
      expect(totals).toEqual({ owed: plain.reduce((sum, [, owed]) => sum + Number(owed), 0), drives: plain.length })
      const first = await owedOf(moment, asked, 3)
      const second = await owedOf(moment, { ...asked, list: { ...asked.list, after: first.next } }, 50)
      expect([...first.rows, ...(first.next ? second.rows : [])]).toEqual(rows)
      expect(second.totals).toEqual(totals)
    })
  },
)
