import path from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { auditLogCounted, logAskedIn, whoActed } from '#app/features/audit/log.server.ts'
import { askedIn as drivesAsked, drivesOf, drivesTotals } from '#app/features/drives/office/drives.server.ts'
import { keepBalances } from '#app/features/ledger/balances.server.ts'
import { balanceOf } from '#app/features/ledger/post.server.ts'
import { giftsAsked, officeGifts } from '#app/features/payments/office/gifts.server.ts'
import { askedIn as payoutsAsked, payoutsIn, totalsIn, waitingIn } from '#app/features/payouts/office/list.server.ts'
import { askedIn as peopleAsked, peopleOf, peopleTotals } from '#app/features/people/office/people.server.ts'
import { deskOf } from '#app/features/stats/desk.server.ts'
import { growthOf } from '#app/features/stats/growth.server.ts'
import { identityOf } from '#app/features/stats/identity.server.ts'
import { keepSums } from '#app/features/stats/keep.server.ts'
import { atOneMoment } from '#app/features/stats/moment.server.ts'
import { movementsOf } from '#app/features/stats/movements.server.ts'
import { owedAsked, owedOf } from '#app/features/stats/owed.server.ts'
import { reportOf } from '#app/features/stats/report.server.ts'
import { waitingTasks } from '#app/features/stats/tasks.server.ts'
import { type Db, db, openPool, useDatabase } from '#app/platform/db.server.ts'
import { migrate } from '#app/platform/migrate.server.ts'
import { startPostgres } from '#app/platform/postgres.server.ts'
import { databaseUser, own } from '#app/platform/postgres-place.server.ts'
import { useProvider } from '#app/platform/provider.server.ts'
import type { Provider } from '#app/platform/provider.ts'
import type { DB } from '#db/types.ts'
import { platform } from './office-rows.ts'

const times = 20

/** Fills a fresh database and prints what each page costs: the median, the slowest of twenty but one (p95), and × `select 1`. */
export async function measure(home: string, many: number): Promise<void> {
  own(home, databaseUser(home))
  const postgres = await startPostgres({ place: path.join(home, 'postgres') })
  const pool = openPool(postgres.url)
  try {
    await migrate(postgres.url)
    // biome-ignore lint/correctness/useHookAtTopLevel: it is no hook
    useDatabase(pool)
    // Searches ask how its numbers are called; nobody is asked for anything.
    // biome-ignore lint/correctness/useHookAtTopLevel: it is no hook
    useProvider({ capabilities: () => ({ name: 'paystack' }) } as Provider)
    await filled(postgres.url, many)
    await keepBalances(db, 1)
    while ((await keepSums(db)) > 0);
    await sql`vacuum analyze`.execute(db)
    const floor = (await timed(() => sql`select 1`.execute(db))).median
    console.log(`| page | median | p95 | × \`select 1\` (${floor.toFixed(2)} ms) |\n| --- | --: | --: | --: |`)
    for (const [name, read] of Object.entries(reads(db))) {
      const { median, p95 } = await timed(read)
      console.log(`| ${name} | ${median.toFixed(0)} ms | ${p95.toFixed(0)} ms | ${Math.round(median / floor)} |`)
    }
  } finally {
    await pool.end()
    await postgres.stop()
  }
}

/** Over a connection of its own, which may take as long as it takes. */
async function filled(url: string, many: number): Promise<void> {
  const patient = new Kysely<DB>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }) })
  await platform(patient, many)
  await patient.destroy()
}

async function timed(read: () => Promise<unknown>) {
  await read()
  const all: number[] = []
  for (let nr = 0; nr < times; nr++) {
    const started = performance.now()
    await read()
    all.push(performance.now() - started)
  }
  all.sort((a, b) => a - b)
  return { median: all[times >> 1]!, p95: all[Math.ceil(times * 0.95) - 1]! }
}

const query = (text: string) => new URLSearchParams(text)

function reads(db: Db): Record<string, () => Promise<unknown>> {
  const gifts = (text: string) => () => officeGifts(db, giftsAsked(query(text)))
  const payouts = (text: string) => async () => {
    const asked = payoutsAsked(query(text))
    return Promise.all([payoutsIn(db, asked), totalsIn(db, asked)])
  }
  const people = (text: string) => () => {
    const asked = peopleAsked(query(text))
    return Promise.all([peopleOf(db, asked), peopleTotals(db, asked.filter)])
  }
  const drives = (text: string) => () => {
    const asked = drivesAsked(query(text))
    return Promise.all([drivesOf(db, asked), drivesTotals(db, asked.filter)])
  }
  const report = (page: 'sales' | 'donations', text: string) => () => reportOf(db, query(text), page)
  const log = (text: string) => () => Promise.all([auditLogCounted(db, logAskedIn(query(text))), whoActed(db)])
  const owed = (text: string) => () => atOneMoment(db, (moment) => owedOf(moment, owedAsked(query(text))))
  return {
    'Dashboard: cards and tasks': () => Promise.all([deskOf(db), balanceOf(db, 'platform_revenue'), waitingTasks(db)]),
    'Dashboard: over time, by day': () => growthOf(db, 'day'),
    'Dashboard: over time, by month': () => growthOf(db, 'month'),
    'Donations: newest': gifts(''),
    'Donations: by amount': gifts('sort=amount&order=desc'),
    'Donations: failed ones': gifts('state=failed'),
    'Donations: by mobile money': gifts('channel=mobile'),
    'Donations: a name': gifts('search=Wanjiru Kamau 777'),
    'Donations: a mail': gifts('search=giver12345@example.test'),
    'Donations: a name that every fifth has': gifts('search=Wanjiru Kamau'),
    'Donations: words nobody has so': gifts('search=Kamau Wanjiru'),
    'Donations: an amount': gifts('search=1,234'),
    'Donations: a month, a name': gifts('from=2026-03-01&to=2026-03-31&search=kamau'),
    'Payouts: newest': payouts(''),
    'Payouts: declined, by amount': payouts('status=rejected&sort=amount'),
    'Payouts: of a name': payouts('search=Otieno Odhiambo 77'),
    'Withdrawal Requests': () => payoutsIn(db, waitingIn(query(''))),
    'System Users: newest': people(''),
    'System Users: a name': people('search=Fatuma Ali 49'),
    'Fund Drives: most raised': drives('sort=raised&order=desc'),
    'Fund Drives: a title': drives('search=village 77'),
    'Revenue Sales: a year by month': report('sales', 'period=365&by=month'),
    'Revenue Donations: 30 days by day': report('donations', ''),
    'Revenue Donations: a year by drive': report('donations', 'period=365&by=drive'),
    'Revenue Donations: all time by drive': report('donations', 'period=all&by=drive'),
    'Revenue Sales: all time by drive': report('sales', 'period=all&by=drive'),
    'Revenue Sales: all time by month': report('sales', 'period=all&by=month'),
    'Revenue Donations: all time, every drive’s name': report('donations', 'period=all&by=month&search=village'),
    'Statement: what owners are owed': owed(''),
    'Statement: owed, a title': owed('search=village 77'),
    'Statement: movements and identity': () =>
      atOneMoment(db, async (moment) => [await movementsOf(moment), await identityOf(moment)]),
    'Audit Log: newest': log(''),
    'Audit Log: a reason': log('search=sold their session, case 7771'),
    'Audit Log: a reason that all have': log('search=case'),
    'Audit Log: words nobody wrote': log('search=nothing like it'),
    'Audit Log: two letters': log('search=zz'),
  }
}
