import { deskOf, growthOf, waitingTasks } from '#app/admin/desk/desk.server.ts'
import { jobsList } from '#app/admin/jobs/jobs-list.server.ts'
import { logList, whoActed } from '#app/base/audit/admin/log-list.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { atOneMoment } from '#app/base/ledger/moment.server.ts'
import { balanceOf } from '#app/base/ledger/post.server.ts'
import { drivesList } from '#app/drives/drive/admin/drives-list.server.ts'
import { wordsIn } from '#app/kit/words.ts'
import { discrepanciesList } from '#app/money/books/admin/discrepancies-list.server.ts'
import { owedList } from '#app/money/books/admin/owed-list.server.ts'
import { reportOf } from '#app/money/books/admin/revenue.server.ts'
import { accountsNow, identityOf, lookedThrough, movementsOf } from '#app/money/books/admin/statement.server.ts'
import { disputesList } from '#app/money/disputes/admin/disputes-list.server.ts'
import { lastCompared } from '#app/money/payments/admin/balance.server.ts'
import { giftsList } from '#app/money/payments/admin/gifts-list.server.ts'
import { unplacedList } from '#app/money/payments/admin/unplaced-list.server.ts'
import { debtsList } from '#app/money/payouts/admin/debts-list.server.ts'
import { adminPayoutsList } from '#app/money/payouts/admin/payouts-list.server.ts'
import { requestsList } from '#app/money/payouts/admin/requests-list.server.ts'
import { peopleList } from '#app/people/accounts/admin/people-list.server.ts'
import type { Db } from '#app/platform/db.server.ts'

// What each page of the back office asks, all of it: the rows, the totals, and the line in the log that says who looked.

type Reads = Record<string, () => Promise<unknown>>
const query = (text: string) => new URLSearchParams(text)

export const pages = (db: Db, by: Actor): Reads => ({
  ...money(db, by),
  ...others(db, by),
  ...reports(db),
  ...books(db),
})

function money(db: Db, by: Actor): Reads {
  const gifts = (text: string) => () => giftsList.shown(db, query(text), by)
  const payouts = (text: string) => () => adminPayoutsList.shown(db, query(text), by)
  const requests = (text: string) => () => requestsList.shown(db, query(text), by)
  const disputes = (text: string) => () => disputesList.shown(db, query(text), by)
  return {
    'Donations: newest': gifts(''),
    'Donations: by amount': gifts('sort=amount&order=desc'),
    'Donations: failed ones': gifts('state=failed'),
    'Donations: by mobile money': gifts('channel=mobile'),
    'Donations: a name': gifts('search=Wanjiru Kamau 777'),
    'Donations: a mail': gifts('search=giver12345@example.test'),
    'Donations: a name that every fifth has': gifts('search=Wanjiru Kamau'),
    'Donations: two common words nowhere side by side': gifts('search=Kamau Wanjiru'),
    'Donations: two letters': gifts('search=zq'),
    'Donations: an amount': gifts('search=1,234'),
    'Donations: a month, a name': gifts('from=2026-03-01&to=2026-03-31&search=kamau'),
    'Payouts: newest': payouts(''),
    'Payouts: declined, by amount': payouts('state=rejected&sort=amount'),
    'Payouts: of a name': payouts('search=Otieno Odhiambo 77'),
    'Withdrawal Requests: the longest wait first': requests(''),
    'Withdrawal Requests: by amount': requests('sort=amount&order=desc'),
    'Withdrawal Requests: a title': requests('search=village 77'),
    'Disputes: the nearest deadline first': disputes(''),
    'Disputes: lost ones, by amount': disputes('state=lost&sort=amount&order=desc'),
    'Disputes: a name': disputes('search=Wanjiru Kamau 7'),
    'Debts: the oldest first': () => debtsList.shown(db, query(''), by),
    'Debts: a title': () => debtsList.shown(db, query('search=village 7'), by),
  }
}

function others(db: Db, by: Actor): Reads {
  const persons = (text: string) => () => peopleList.shown(db, query(text), by)
  const drives = (text: string) => () => drivesList.shown(db, query(text), by)
  const log = (text: string) => () => Promise.all([logList.shown(db, query(text), by), whoActed(db)])
  return {
    'Dashboard: cards and tasks': () => Promise.all([deskOf(db), balanceOf(db, 'platform_revenue'), waitingTasks(db)]),
    'Dashboard: over time, by day': () => growthOf(db, 'day'),
    'Dashboard: over time, by month': () => growthOf(db, 'month'),
    'System Users: newest': persons(''),
    'System Users: a name': persons('search=Fatuma Ali 49'),
    'Fund Drives: most raised': drives('sort=raised&order=desc'),
    'Fund Drives: a title': drives('search=village 77'),
    'Failed jobs: the oldest first': () => jobsList.shown(db, query(''), by),
    'Audit Log: newest': log(''),
    'Audit Log: a reason': log('search=sold their session, case 7771'),
    'Audit Log: a reason that all have': log('search=case'),
    'Audit Log: words nobody wrote': log('search=nothing like it'),
    'Audit Log: two letters nobody wrote': log('search=zz'),
    'Audit Log: two letters that many wrote': log('search=ca'),
  }
}

function reports(db: Db): Reads {
  const report = (page: 'sales' | 'donations', text: string) => () => reportOf(db, query(text), page)
  return {
    'Revenue Sales: a year by month': report('sales', 'period=365&by=month'),
    'Revenue Donations: 30 days by day': report('donations', ''),
    'Revenue Donations: a year by drive': report('donations', 'period=365&by=drive'),
    'Revenue Donations: all time by drive': report('donations', 'period=all&by=drive'),
    'Revenue Sales: all time by drive': report('sales', 'period=all&by=drive'),
    'Revenue Sales: all time by month': report('sales', 'period=all&by=month'),
    'Revenue Donations: all time, every drive’s name': report('donations', 'period=all&by=month&search=village'),
  }
}

function books(db: Db): Reads {
  const owed = (text: string) => () => owedList.page(db, owedList.asked(query(text)))
  const discrepancies = (text: string) => () =>
    discrepanciesList.page(db, discrepanciesList.asked(query(text), wordsIn('en')))
  const unplaced = (text: string) => () => unplacedList.page(db, unplacedList.asked(query(text)))
  const accounts = () =>
    atOneMoment(db, async (moment) => [
      await accountsNow(moment.tx),
      await movementsOf(moment),
      await identityOf(moment),
    ])
  return {
    'Books: accounts, movements and identity': () => Promise.all([accounts(), lookedThrough(db), lastCompared(db)]),
    'Owed: largest first': owed(''),
    'Owed: a title': owed('search=village 77'),
    'Differences: open ones': discrepancies(''),
    'Differences: closed ones, by what they are called': discrepancies('state=closed&search=a refund failed'),
    'Differences: closed ones, a title': discrepancies('state=closed&search=village 77'),
    'Unplaced money: open': unplaced(''),
    'Unplaced money: closed, a reference': unplaced('state=closed&search=don-77'),
  }
}
