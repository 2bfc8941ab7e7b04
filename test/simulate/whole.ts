import { keepBalances } from '#app/base/ledger/moment.server.ts'
import { foldWallets } from '#app/base/ledger/wallet.server.ts'
import { tellBeneficiary } from '#app/drives/beneficiary/beneficiary.server.tsx'
import { mailCheck, mailPapersGo } from '#app/drives/papers/mails.server.tsx'
import { sweepPapers } from '#app/drives/papers/papers.server.ts'
import { mailLateUpdate, mailUpdate } from '#app/drives/updates/mailing.server.ts'
import { mailFollow } from '#app/drives/updates/mails.server.tsx'
import { countArrived } from '#app/group/pledges/count.server.ts'
import { remindPledges } from '#app/group/pledges/manage.server.ts'
import { checkDisputes, compareBack, disputeTold } from '#app/money/disputes/dispute.server.ts'
import { askBalance } from '#app/money/mpesa/balance.server.ts'
import { registerUrls } from '#app/money/mpesa/callback-urls.server.ts'
import { askClaimed, lapseClaims } from '#app/money/mpesa/claim.server.ts'
import { returnPaidTwice } from '#app/money/mpesa/paid-twice.server.ts'
import { placeReceipts } from '#app/money/mpesa/place-receipts.server.ts'
import { queryDueRequests } from '#app/money/mpesa/query.server.ts'
import { askOpen } from '#app/money/mpesa/receipt-status.server.ts'
import { listReceipts } from '#app/money/mpesa/receipts.server.ts'
import { checkReturns, sendReturn } from '#app/money/mpesa/returns.server.ts'
import { importStatement } from '#app/money/mpesa/statement-lines.server.ts'
import { type Applies, applyEvents } from '#app/money/payments/events.server.ts'
import { hear } from '#app/money/payments/intake.server.ts'
import { sweepPayments } from '#app/money/payments/opening.server.ts'
import { checkPayments, reconcilePayments } from '#app/money/payments/reconcile.server.ts'
import { settleTold } from '#app/money/payments/settle.server.ts'
import { takeChanges } from '#app/money/payouts/changes.server.ts'
import { checkTransfers, compareTransfers, sendTransfer, transferTold } from '#app/money/payouts/send.server.ts'
import { askWhatFor } from '#app/money/payouts/what-for.server.tsx'
import { closeBooks } from '#app/money/public-book/close.server.ts'
import { giveAllBack } from '#app/money/refunds/give-all-back.server.ts'
import { checkRefunds, refundTold, sendRefund } from '#app/money/refunds/refund.server.ts'
import { bookReversal } from '#app/money/refunds/refund-by-phone.server.ts'
import { type Db, thePool } from '#app/platform/db.server.ts'
import { sendWritten } from '#app/platform/sms/send.server.ts'
import { hearNews, unasked, untold } from './account-model.ts'
import { closeDesk, sendStatement } from './at-the-desk.ts'
import { closeRefunds } from './back-by-phone.ts'
import { railFacts, unlisted } from './rail-model.ts'
import { givesAccount, start, type World } from './world.ts'

// What goes on in the app by itself: events, jobs, the clock.

const applies = (db: Db): Applies => ({
  payment: ({ reference }, by) => settleTold(db, reference, by),
  transfer: ({ reference }) => transferTold(db, reference),
  refund: ({ reference }, by) => refundTold(db, reference, by),
  dispute: (about, by) => disputeTold(db, about, by),
})

/** Works off what the provider told. */
export const workOffEvents = (db: Db) => applyEvents(db, applies(db))

/** What the provider has to tell now comes to the door, and what was held up on its way, too. */
export async function deliver({ paystack, mpesa, net, luck }: World, all = false): Promise<void> {
  await paystack.tick()
  await mpesa.tick()
  await mpesa.arrive(all)
  const waiting = net.waiting
  net.waiting = []
  for (const one of waiting)
    if (all || luck.onceIn(2)) await hear('paystack', one.raw, one.headers)
    else net.waiting.splice(luck.whole(0, net.waiting.length), 0, one)
}

// biome-ignore lint/suspicious/noExplicitAny: each job carries its own
type Runs = Record<string, (db: Db, carries: any) => Promise<unknown>>
type Job = { id: number; name: string; carries: unknown }
const runs: Runs = {
  'send-transfer': sendTransfer,
  'send-refund': sendRefund,
  'book-reversal': bookReversal,
  'send-return': sendReturn,
  'list-receipts': listReceipts,
  'import-statement': importStatement,
  'gifts-arrived': countArrived,
  'send-sms': sendWritten,
  'give-all-back': giveAllBack,
  'mail-update': (db, which) => mailUpdate(db, which),
  'mail-update-late': mailLateUpdate,
  'mail-follow': mailFollow,
  'tell-beneficiary': tellBeneficiary,
  'mail-check': mailCheck,
  'mail-papers-go': mailPapersGo,
  'ask-what-for': askWhatFor,
}

/** Works off the jobs that move money and are due. One that fails comes again, and one whose worker dies comes again. */
export async function workOffJobs(world: World, db: Db): Promise<void> {
  const { paystack } = world
  const { rows } = await thePool().query<Job>(
    `select j.id, t.identifier as name, j.payload as carries from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = any($1) and j.run_at <= $2 order by j.run_at, j.id limit 40`,
    [Object.keys(runs), paystack.clock.now()],
  )
  for (const { id, name, carries } of rows) {
    // Taken as a worker takes it: it is there still should the worker die, and a new one of its kind is another.
    const lease = new Date(paystack.clock.now().getTime() + 300_000)
    await thePool().query('update graphile_worker._private_jobs set key = null, run_at = $2 where id = $1', [id, lease])
    await runs[name]!(db, carries)
    if (givesAccount(world.seed)) await hearNews(world)
    await thePool().query('delete from graphile_worker._private_jobs where id = $1', [id])
  }
}

const minute = 60_000
type Clocked = [name: string, every: number, run: (db: Db, now: Date) => Promise<unknown>]
/** What the clock does, and how often. The daily ones come more often here. */
const byTheClock: Clocked[] = [
  ['check-payments', minute, checkPayments],
  ['fold-wallets', minute, foldWallets],
  ['check-transfers', 5 * minute, checkTransfers],
  ['check-refunds', 5 * minute, checkRefunds],
  ['check-returns', 5 * minute, checkReturns],
  ['reconcile-payments', 120 * minute, reconcilePayments],
  ['sweep-payments', 60 * minute, sweepPayments],
  ['check-disputes', 60 * minute, checkDisputes],
  ['keep-balances', 60 * minute, (db) => keepBalances(db, 20)],
  ['compare-transfers', 360 * minute, compareTransfers],
  ['compare-back', 360 * minute, compareBack],
  ['ask-prompts', minute, queryDueRequests],
  ['ask-open', minute, askOpen],
  ['place-receipts', minute, placeReceipts],
  ['lapse-claims', minute, async (db) => [await askClaimed(db), await lapseClaims(db)]],
  ['list-receipts', 5 * minute, (db) => listReceipts(db)],
  ['open-doors', 15 * minute, registerUrls],
  ['return-second', 60 * minute, returnPaidTwice],
  ['remind-pledges', 60 * minute, (db) => remindPledges(db)],
  ['take-changes', minute, takeChanges],
  ['close-books', 360 * minute, (db) => closeBooks(db)],
  ['check-mpesa-balance', 360 * minute, (db) => askBalance(db)],
]

/** Lets time pass: an hour at once at most, and each time everything that is due happens. */
export async function pass(world: World, ms: number, db: Db = world.db): Promise<void> {
  for (let left = ms; left > 0; left -= 60 * minute) await step(world, Math.min(left, 60 * minute), db)
}

async function step(world: World, ms: number, db: Db): Promise<void> {
  await world.advance(ms)
  await deliver(world)
  await workOffEvents(db)
  await workOffJobs(world, db)
  await byItself(world, db)
}

/**
 * Does what is due by the clock. Whatever moves the clock, a little or an hour, what counts is when each was last done; one
 * whose house dies comes again.
 */
export async function byItself({ marks, paystack: { clock } }: World, db: Db): Promise<void> {
  for (const [name, every, run] of byTheClock) {
    const mark = Math.floor(clock.now().getTime() / every)
    if (mark === (marks.get(name) ?? Math.floor(start.getTime() / every))) continue
    await run(db, clock.now())
    marks.set(name, mark)
  }
}

/** The faults are over, and four days go by. */
export async function toTheEnd(world: World): Promise<void> {
  const { paystack, mpesa, net } = world
  net.isFair = true
  await paystack.control('faults/clear')
  await deliver(world, true)
  await mpesa.control('faults/clear')
  for (let time = 0; time < 10; time++) await pass(world, 3 * minute)
  await attend(world)
  // What M-Pesa lists is here, before a statement tells of it.
  const missing = unlisted(await railFacts(), paystack.clock.now())
  if (missing.length > 0) throw new Error(`M-Pesa lists what is not here:\n${missing.join('\n')}`)
  await closeDesk(world)
  await closeRefunds(world)
  await sendStatement(world)
  for (let hours = 0; hours < 96; hours += 3) {
    await step(world, 180 * minute, world.db)
    if (hours === 72) await closeDesk(world)
    if (hours === 72) await closeRefunds(world)
    if (hours === 72) await sendStatement(world)
  }
  for (const [, , run] of byTheClock) await run(world.db, paystack.clock.now())
}

/** Weeks go by, in which the app asks what withdrawals were for and deletes papers. */
export async function longAfter(world: World): Promise<void> {
  const day = 24 * 60 * minute
  const missing = untold(world)
  for (let days = 0; days < 32; days++) {
    await world.advance(day)
    for (let time = 0; time < 2; time++) await workOffJobs(world, world.db)
    await sweepPapers(world.db)
  }
  missing.push(...(await unasked(world)), ...world.account.wrong)
  const { rows } = await thePool().query<{ id: string }>('select id from papers')
  missing.push(...rows.map(({ id }) => `paper ${id} is still there`))
  if (missing.length > 0) throw new Error(`weeks later\n${missing.join('\n')}`)
}

/** A person gives the bank details of those whose refunds wait for them. */
async function attend({ paystack }: World): Promise<void> {
  const { rows } = await thePool().query<{ id: string }>(
    `select id from sandbox.paystack_refunds where status = 'needs-attention' order by id`,
  )
  for (const { id } of rows)
    await paystack.fetch(`http://localhost/sandbox/paystack/refund/retry_with_customer_details/${id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${paystack.key}` },
      body: JSON.stringify({ refund_account_details: { currency: 'KES', account_number: '1234567890', bank_id: '9' } }),
    })
}
