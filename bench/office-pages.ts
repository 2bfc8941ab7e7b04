import { recordLook } from '#app/features/audit/audit.server.ts'
import type { Actor, Noun } from '#app/features/audit/audit.ts'
import { atOneMoment } from '#app/features/ledger/moment.server.ts'
import { balanceOf } from '#app/features/ledger/post.server.ts'
import { wordsIn } from '#app/kit/words.ts'
import { auditLogCounted, logAskedIn, whoActed } from '#app/office/audit/log.server.ts'
import { foundIn } from '#app/office/audit/log.ts'
import { accountsNow } from '#app/office/books/accounts.server.ts'
import { breaksAsked, breaksOf, countBreaks } from '#app/office/books/breaks.server.ts'
import { lookedThrough } from '#app/office/books/checks.server.ts'
import { growthOf } from '#app/office/books/growth.server.ts'
import { identityOf } from '#app/office/books/identity.server.ts'
import { movementsOf } from '#app/office/books/movements.server.ts'
import { owedAsked, owedOf } from '#app/office/books/owed.server.ts'
import { reportOf } from '#app/office/books/report.server.ts'
import { deskOf } from '#app/office/desk/desk.server.ts'
import { waitingTasks } from '#app/office/desk/tasks.server.ts'
import { disputesAsked, disputesFound, officeDisputes } from '#app/office/disputes/disputes.server.ts'
import * as drive from '#app/office/drives/drives.server.ts'
import { failedJobs, jobsAsked } from '#app/office/jobs/jobs.server.ts'
import { lastCompared } from '#app/office/payments/balance.server.ts'
import { giftsAsked, howFound, officeGifts } from '#app/office/payments/gifts.server.ts'
import { unplacedAsked, unplacedMoney } from '#app/office/payments/unplaced.server.ts'
import { debtsAsked, debtsOf } from '#app/office/payouts/debts.server.ts'
import { deskOf as requestsAt } from '#app/office/payouts/desk.server.ts'
import { askedIn as payoutsAsked, payoutsLooked, waitingIn } from '#app/office/payouts/list.server.ts'
import * as people from '#app/office/people/people.server.ts'
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

const looked = (db: Db, by: Actor, noun: Noun, found: Parameters<typeof recordLook>[1]['found']) =>
  recordLook(db, { by, noun, ...(found ? { found } : {}) })

function money(db: Db, by: Actor): Reads {
  const gifts = (text: string) => () => {
    const wanted = giftsAsked(query(text))
    return Promise.all([officeGifts(db, wanted), looked(db, by, 'donation', howFound(wanted.filter))])
  }
  const payouts = (text: string) => () => payoutsLooked(db, payoutsAsked(query(text)), by)
  const requests = (text: string) => () => requestsAt(db, waitingIn(query(text)), by)
  const disputes = (text: string) => () => {
    const wanted = disputesAsked(query(text))
    return Promise.all([officeDisputes(db, wanted), looked(db, by, 'dispute', disputesFound(wanted.filter))])
  }
  return {
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
    'Payouts: declined, by amount': payouts('state=rejected&sort=amount'),
    'Payouts: of a name': payouts('search=Otieno Odhiambo 77'),
    'Withdrawal Requests: the longest wait first': requests(''),
    'Withdrawal Requests: by amount': requests('sort=amount&order=desc'),
    'Withdrawal Requests: a title': requests('search=village 77'),
    'Disputes: the nearest deadline first': disputes(''),
    'Disputes: lost ones, by amount': disputes('state=lost&sort=amount&order=desc'),
    'Disputes: a name': disputes('search=Wanjiru Kamau 7'),
    'Debts: the oldest first': () => debtsOf(db, debtsAsked(query(''))),
    'Debts: a title': () => debtsOf(db, debtsAsked(query('search=village 7'))),
  }
}

function others(db: Db, by: Actor): Reads {
  const persons = (text: string) => () => {
    const asked = people.askedIn(query(text))
    const [page, totals] = [people.peopleOf(db, asked), people.peopleTotals(db, asked.filter)]
    return Promise.all([page, totals, looked(db, by, 'person', people.foundBy(asked))])
  }
  const drives = (text: string) => () => {
    const asked = drive.askedIn(query(text))
    const [page, totals] = [drive.drivesOf(db, asked), drive.drivesTotals(db, asked.filter)]
    return Promise.all([page, totals, looked(db, by, 'drive', drive.foundBy(asked))])
  }
  const log = (text: string) => async () => {
    const { list, ...filter } = logAskedIn(query(text))
    await Promise.all([auditLogCounted(db, { ...filter, list }), whoActed(db)])
    await looked(db, by, 'audit log', foundIn(filter))
  }
  return {
    'Dashboard: cards and tasks': () => Promise.all([deskOf(db), balanceOf(db, 'platform_revenue'), waitingTasks(db)]),
    'Dashboard: over time, by day': () => growthOf(db, 'day'),
    'Dashboard: over time, by month': () => growthOf(db, 'month'),
    'System Users: newest': persons(''),
    'System Users: a name': persons('search=Fatuma Ali 49'),
    'Fund Drives: most raised': drives('sort=raised&order=desc'),
    'Fund Drives: a title': drives('search=village 77'),
    'Failed jobs: the oldest first': () => failedJobs(db, jobsAsked(query(''))),
    'Audit Log: newest': log(''),
    'Audit Log: a reason': log('search=sold their session, case 7771'),
    'Audit Log: a reason that all have': log('search=case'),
    'Audit Log: words nobody wrote': log('search=nothing like it'),
    'Audit Log: two letters': log('search=zz'),
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
  const owed = (text: string) => () => atOneMoment(db, (moment) => owedOf(moment, owedAsked(query(text))))
  const differences = (text: string) => () => {
    const asked = breaksAsked(query(text), wordsIn('en'))
    return Promise.all([breaksOf(db, asked), countBreaks(db, asked)])
  }
  const unplaced = (text: string) => () => unplacedMoney(db, unplacedAsked(query(text)))
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
    'Differences: open ones': differences(''),
    'Differences: closed ones, by what they are called': differences('state=closed&search=a refund failed'),
    'Differences: closed ones, a title': differences('state=closed&search=village 77'),
    'Unplaced money: open': unplaced(''),
    'Unplaced money: closed, a reference': unplaced('state=closed&search=don-77'),
  }
}
