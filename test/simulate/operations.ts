import { randomUUID } from 'node:crypto'
import { keepBalances } from '#app/base/ledger/moment.server.ts'
import { foldWallets } from '#app/base/ledger/wallet.server.ts'
import { trackView } from '#app/drives/views/view.server.ts'
import { givingTexts } from '#app/money/payments/giving.ts'
import { hear } from '#app/money/payments/intake.server.ts'
import { settlePayment } from '#app/money/payments/settle.server.ts'
import { startPayment } from '#app/money/payments/start.server.ts'
import { type Db, thePool } from '#app/platform/db.server.ts'
import type { NewFault } from '#sandbox/faults.ts'
import { inAgreement } from './agreeing.ts'
import { desk, portal, statement } from './at-the-desk.ts'
import { backByPhone } from './back-by-phone.ts'
import { byPhone } from './by-phone.ts'
import { foulPlay } from './foul-play.ts'
import { inTheGroup } from './group.ts'
import { decide, dispute, refund, requestPayout, takeBack, transfer, writeOff } from './money-out.ts'
import { aboutTrust } from './trust.ts'
import { aboutUpdates } from './updates.ts'
import { deliver, pass, workOffEvents, workOffJobs } from './whole.ts'
import { type Operation, refused, type Started, type World } from './world.ts'

// What people, the provider and the network do. Each takes the database it goes through, which may die under it.

const around = { language: 'en', origin: 'http://localhost', cancelPath: '/', failed: givingTexts.failed }

async function begin(world: World, db: Db, own: Omit<Started, 'reference' | 'isPaid'>, what: object) {
  const key = { scope: 'life', key: randomUUID() }
  const start = () => startPayment(db, { ...own, driveId: own.drive.id, ...what } as never, { ...around, key })
  try {
    const { reference } = await start()
    world.started.push({ reference, ...own, isPaid: false })
    if (!world.luck.onceIn(8)) return `${own.kind} ${reference} of ${own.amount}`
    const again = await start()
    if (again.reference !== reference) throw new Error(`the same form started ${reference} and ${again.reference}`)
    return `${own.kind} ${reference} of ${own.amount}, pressed twice`
  } catch (error) {
    return refused(error)
  }
}

const start: Operation = (world, db) => {
  const { luck } = world
  const drive = luck.oneOf(world.drives)
  const amount = luck.onceIn(6) ? luck.whole(100, 9999) : luck.whole(10_000, 900_000)
  const giver = { donorName: 'Amina', donorEmail: `giver${luck.whole(1, 20)}@example.test`, message: '' }
  const what = { ...giver, anonymous: luck.onceIn(5) }
  return begin(world, db, { drive, amount, kind: 'donation', views: 0 }, what)
}

const buy: Operation = (world, db) => {
  const drive = world.luck.oneOf(world.drives)
  const { id: packageId, price: amount, views } = world.luck.oneOf(world.packages)
  const what = { userId: drive.ownerId, packageId, email: 'owner@example.test' }
  return begin(world, db, { drive, amount, kind: 'subscription', views }, what)
}

const cards = ['4084084084084081', '4084080000005408', '4084080000670037', '4084080000671803', '4084080000671902']

const pay: Operation = async (world) => {
  const { luck, paystack, started } = world
  if (luck.onceIn(30)) return stranger(world)
  const open = luck.onceIn(6) ? started : started.filter(({ isPaid }) => !isPaid)
  if (open.length === 0) return 'nothing to pay'
  const one = luck.oneOf(open.slice(-luck.oneOf([4, 12, 60])))
  const { reference } = one
  const ways = [() => ({ phone: `071000000${luck.whole(0, 9)}` }), () => ({ card: luck.oneOf(cards) }), () => ({})]
  const by = luck.oneOf(ways)() as { phone: string }
  if (!one.isPaid && luck.onceIn(40)) await misprice(reference, luck.oneOf([1, -1]))
  const { status } = await paystack.pay(reference, by)
  one.isPaid ||= status === 'success'
  return `${reference} by ${Object.values(by)[0] ?? 'bank'}: ${status}`
}

/** The provider takes another amount than we asked for. What it has taken already stays as it is. */
const misprice = (reference: string, by: number) =>
  thePool().query(
    `update sandbox.paystack_payments set amount = amount + $2 where reference = $1 and status not in ('success', 'reversed')`,
    [reference, by],
  )

/** A person pays at the provider what we have never asked for. */
async function stranger({ paystack, luck }: World): Promise<string> {
  const asked = { email: 'stranger@example.test', amount: luck.whole(10_000, 90_000), currency: 'KES' }
  const { data } = (await paystack.control('begin', asked)) as { data: { reference: string } }
  await paystack.pay(data.reference)
  return `a stranger paid ${data.reference}`
}

const webhooks: Operation = async (world, db) => {
  const { luck, heard } = world
  if (heard.length > 0 && luck.onceIn(3)) {
    const { raw, headers } = luck.oneOf(heard.slice(-luck.oneOf([3, 30, 3000])))
    await hear('paystack', raw, headers)
  }
  await deliver(world)
  return luck.onceIn(4) ? 'delivered' : `delivered, ${await workOffEvents(db)} worked off`
}

const verify: Operation = async (world, db) => {
  const { luck, started, acknowledged } = world
  if (started.length === 0) return 'nothing to ask about'
  const { reference } = luck.oneOf(started.slice(-luck.oneOf([3, 20, 200])))
  // A person who looks at the page again within five seconds makes nobody ask again.
  if (luck.onceIn(2)) await world.advance(6000)
  const settled = await settlePayment(db, reference)
  if (settled === 'applied' || settled === 'already') acknowledged.add(reference)
  return `${reference}: ${settled}`
}

const view: Operation = async (world, db) => {
  const drive = world.luck.oneOf(world.drives)
  const visitor = world.luck.onceIn(3) ? `visitor ${world.luck.whole(1, 9)}` : `visit ${++world.visits}`
  world.asking = { what: 'look', drive }
  const is = await trackView(db, drive.id, { visitor, address: '10.0.0.7', userAgent: 'Firefox/150 (Windows)' })
  if (is === 'counted') drive.counted++
  return is
}

const fold: Operation = async (world, db) => {
  if (world.luck.onceIn(3)) return `${await keepBalances(db, world.luck.oneOf([1, 10, 500]))} balances kept`
  return `${await foldWallets(db)} folded`
}

const jobs: Operation = async (world, db) => {
  await workOffJobs(world, db)
  return 'jobs'
}

const faults = ['http', 'http', 'reset-before', 'reset-after', 'lost-answer', 'truncated', 'html', 'status-false']
const endpoints = ['*', 'initialize', 'verify', 'transactions', 'recipient', 'transfer', 'transfer', 'verify-transfer']
const more = ['refund', 'refund', 'refunds', 'dispute', 'resolve-dispute']

/** The provider will misbehave. */
const misbehave: Operation = async ({ luck, paystack }) => {
  const fault: NewFault = {
    endpoint: luck.oneOf([...endpoints, ...more]),
    fault: luck.oneOf(faults),
    times: luck.whole(1, 4),
    status: luck.oneOf([500, 502, 503, 429, 500, 503, 401]),
    after: luck.onceIn(2),
    chance: luck.oneOf([1, 0.5]),
  }
  await paystack.fault(fault)
  return JSON.stringify(fault)
}

const time: Operation = async (world, db) => {
  const ms = world.luck.oneOf([30_000, 200_000, 600_000, 1_900_000, world.luck.onceIn(6) ? 72_000_000 : 3_600_000])
  await pass(world, ms, db)
  return `${ms / 1000} seconds later`
}

/** How often each happens in a run in which banks take many payments back, and the drive owes. */
export const owing = {
  withdraw: 20,
  decide: 14,
  transfer: 10,
  'take back': 12,
  'write off': 4,
  verify: 3,
  view: 2,
  time: 2,
}

/** The same in a run in which M-Pesa sends to phones. */
export const sending = {
  loss: 1,
  'refund by M-Pesa': 6,
  'refund by hand': 3,
  'M-Pesa takes back': 0.6,
  jobs: 8,
  time: 5,
}

/** With how often each happens. */
export const operations: Record<string, [weight: number, run: Operation]> = {
  start: [20, start],
  pay: [20, pay],
  webhooks: [20, webhooks],
  verify: [8, verify],
  view: [8, view],
  buy: [3, buy],
  withdraw: [6, requestPayout],
  decide: [5, decide],
  transfer: [5, transfer],
  refund: [2, refund],
  dispute: [2, dispute],
  'take back': [0.3, takeBack],
  'write off': [0.3, writeOff],
  fold: [2, fold],
  jobs: [3, jobs],
  time: [3, time],
  misbehave: [2, misbehave],
  ...byPhone,
  ...foulPlay,
  ...inTheGroup,
  desk: [6, desk],
  portal: [1.2, portal],
  statement: [0.8, statement],
  ...backByPhone,
  ...inAgreement,
  ...aboutUpdates,
  ...aboutTrust,
}
