import { randomUUID } from 'node:crypto'
import { answerDispute } from '#app/money/disputes/dispute.server.ts'
import { returnSuspense } from '#app/money/payments/suspense.server.ts'
import { completeByHand, decline, writeOffDebt } from '#app/money/payouts/decide.server.ts'
import { type MethodTyped, payoutMin } from '#app/money/payouts/payout.ts'
import { requestPayout as ask } from '#app/money/payouts/request.server.ts'
import { beginTransfer } from '#app/money/payouts/transfer.server.ts'
import { askRefund } from '#app/money/refunds/refund.server.ts'
import { type Db, thePool } from '#app/platform/db.server.ts'
import { agreeing, heedChanges, neededFor } from './agree-model.ts'
import { factsOf, type Money, moneyOf, share } from './model.ts'
import { keptBack, mayAsk, unjust } from './trust-model.ts'
import { deliver, workOffEvents, workOffJobs } from './whole.ts'
import { type Drive, type Operation, type Payout, refused, type World } from './world.ts'

// What owners, administrators and payers' banks do with the money that is there.

type To = { methodId: string } | { method: MethodTyped & { type: 'institution' } }

/** An owner asks for some or all of the money, now and then for more than there is. */
export const requestPayout: Operation = (world, db) => withdrawal(world, db, world.luck.oneOf(world.drives))

/** Whether it is refused, and what is sent if it is not, the model says before. */
export async function withdrawal(world: World, db: Db, drive: Drive, given?: To): Promise<string> {
  const { luck } = world
  await heedChanges(world)
  const money = moneyOf(world, await factsOf(), drive)
  const most = money.available - money.held
  const amount = luck.oneOf([most, luck.whole(1, Math.max(1, most)), luck.whole(5000, 50_000), most + 1])
  const key = randomUUID()
  const to = given ?? { methodId: luck.oneOf(drive.methods) }
  const institution = 'method' in to ? to.method.institution : undefined
  const asked = { ownerId: drive.ownerId, driveId: drive.id, amount, ...to, key, purpose: 'Medicine' }
  const toBank = 'methodId' in to && drive.methods.indexOf(to.methodId) % 3 === 2
  const expected = sent(amount, money, { toBank })
  const isThere = !drive.back && amount >= payoutMin && money.debt === 0 && amount <= most
  const may = isThere && (await mayAsk(world, drive, expected.amount, institution))
  const own = { drive, method: 'methodId' in to ? to.methodId : to.method.institution, institution }
  if (may) world.asking = { what: 'withdrawal', ...own, ...expected }
  try {
    const done = await ask(db, asked)
    world.payouts.push(asPayout({ id: done.id, ...own, amount: done.amount, net: done.net }))
    if (luck.onceIn(4)) {
      const again = await ask(db, asked)
      if (again.id !== done.id) throw new Error(`the same form made the withdrawals ${done.id} and ${again.id}`)
    }
    if (!may) throw new Error(`a withdrawal of ${amount} was taken, and there is ${JSON.stringify(money)}`)
    if (done.net !== expected.net || done.amount !== expected.amount)
      throw new Error(`of ${amount} the owner receives ${done.net} for ${done.amount}, not ${JSON.stringify(expected)}`)
    return `${done.id}: ${amount}, ${done.net} of it to be sent`
  } catch (error) {
    const why = refused(error)
    if (may) throw new Error(`a withdrawal of ${amount} was ${why}, and there is ${JSON.stringify(money)}`)
    return why
  }
}

/** A withdrawal that was filed just now. */
export const asPayout = (of: Pick<Payout, 'id' | 'drive' | 'amount' | 'net' | 'method' | 'institution'>): Payout => ({
  ...of,
  is: 'processing',
  needs: of.drive.number,
  words: new Map(),
  receipts: [],
})

/** What is sent: 95 in a hundred, all that is owed for all there is. But to a bank it is whole shillings, for no more than that takes. */
function sent(amount: number, { available, payable }: Money, { toBank }: { toBank: boolean }) {
  const netFor = (one: number) =>
    Math.min(one, Math.max(0, one === available ? payable : Math.min(payable, one - share(one))))
  const net = netFor(amount)
  if (toBank || net % 100 === 0) return { amount, net }
  const whole = net - (net % 100)
  let taken = amount - (net % 100)
  if (amount < available) while (taken > payoutMin && netFor(taken) > whole) taken--
  return { amount: Math.max(payoutMin, taken), net: whole }
}

/** As they stand with us; only to choose one. */
const standing = async (status: string, payouts: Payout[]): Promise<Payout[]> => {
  const { rows } = await thePool().query<{ id: number }>('select id from payout_requests where status = $1', [status])
  const ids = new Set(rows.map(({ id }) => id))
  return payouts.filter(({ id }) => ids.has(id))
}

export const decide: Operation = async (world, db) => {
  const open = await standing('processing', world.payouts)
  if (open.length === 0) return 'nothing to decide'
  const payout = world.luck.oneOf(open)
  const how = world.luck.oneOf(['declined', 'by-hand', 'sent', 'sent'] as const)
  const { by } = world
  await heedChanges(world)
  const missing = neededFor(payout) - agreeing(payout)
  const { debt } = moneyOf(world, await factsOf(), payout.drive)
  const kept = await keptBack(world, payout, how)
  world.asking = { what: 'decision', payout, how }
  try {
    if (how === 'declined') await decline(db, payout.id, { by })
    else if (how === 'by-hand') await completeByHand(db, payout.id, { by })
    else await beginTransfer(db, payout.id, { by })
    await settled(world, payout, how)
    if (debt > 0 && how !== 'declined') throw new Error(`${payout.id} is ${how}, and its drive owes ${debt}`)
    if (missing > 0 && how !== 'declined') throw new Error(`${payout.id} is ${how}, and ${missing} have not agreed`)
    if (kept.length > 0 && how !== 'declined') throw new Error(`${payout.id} is ${how}, and it must not: ${kept}`)
    return `${payout.id}: ${how}`
  } catch (error) {
    const why = refused(error)
    if (
      how === 'declined' ||
      (debt === 0 && /owes/.test(why)) ||
      (missing <= 0 && /agree/.test(why)) ||
      unjust(why, kept)
    )
      throw new Error(`${payout.id} is not ${how}, but ${why}; its drive owes ${debt}, ${missing} have not agreed`)
    return why
  }
}

/** It was acknowledged. What a person sends by hand leaves our balance at the provider. */
export async function settled({ paystack }: World, payout: Payout, how: Payout['is']): Promise<void> {
  payout.is = how
  if (how === 'by-hand') await paystack.control('top-up', { cents: -payout.net })
}

/** Those that wait for a button at the provider get their end; and it tells of them. */
export const transfer: Operation = async (world, db) => {
  const { luck, paystack } = world
  await workOffJobs(world, db)
  const { rows } = await thePool().query<{ id: string }>(
    `select id from sandbox.paystack_transfers where status in ('pending', 'otp') or (status = 'success' and $1) order by id`,
    [luck.onceIn(10)],
  )
  if (rows.length === 0 || !luck.onceIn(3)) return 'sent what was to be sent'
  const [{ id }, becomes] = [luck.oneOf(rows), luck.oneOf(['success', 'failed', 'reversed'])]
  await paystack.control('transfer', { id, becomes })
  return `transfer ${id} is ${becomes}`
}

const paidOnes = async (): Promise<string[]> =>
  (
    await thePool().query<{ reference: string }>(
      `select reference from payments where status = 'succeeded' and provider <> 'mpesa' and reversed < amount order by id`,
    )
  ).rows.map(({ reference }) => reference)

export const refund: Operation = async (world, db) => {
  const { luck, paystack, by } = world
  if (luck.onceIn(6)) return refundSuspense(world, db)
  const paid = await paidOnes()
  if (paid.length === 0) return 'nothing to refund'
  const reference = luck.oneOf(paid)
  const amount = luck.onceIn(2) ? luck.whole(1, 20_000) : undefined
  // A person at the provider's own dashboard does it, and we learn of it.
  if (luck.onceIn(4))
    return JSON.stringify(await paystack.control('refund', { reference, ...(amount ? { amount } : {}) })).slice(0, 120)
  try {
    const asked = await askRefund(db, reference, { by, ...(amount ? { amount } : {}) })
    world.refunds.add(asked.id)
    return `refund of ${asked.amount} of ${reference}`
  } catch (error) {
    return refused(error)
  }
}

const refundSuspense: Operation = async ({ by }, db) => {
  const held = await db
    .selectFrom('suspense')
    .where('state', '=', 'open')
    .where('provider', '<>', 'mpesa')
    .select('id')
    .orderBy('id')
    .executeTakeFirst()
  if (!held) return 'nothing is held'
  return `held ${held.id}: ${await returnSuspense(db, held.id, { by: { id: by, address: '' } }).catch(refused)}`
}

export const dispute: Operation = async (world, db) => {
  const { luck, paystack, disputes, by } = world
  if (disputes.length === 0 || luck.onceIn(2)) {
    const paid = await paidOnes()
    if (paid.length === 0) return 'nothing to dispute'
    const amount = luck.onceIn(2) ? luck.whole(1, 50_000) : undefined
    const opened = (await paystack.control('dispute', {
      reference: luck.oneOf(paid),
      ...(amount ? { amount } : {}),
    })) as { id?: string }
    if (opened.id) disputes.push(opened.id)
    return `dispute ${opened.id}`
  }
  const id = luck.oneOf(disputes.slice(-6))
  if (luck.onceIn(2)) {
    const resolution = luck.oneOf(['declined', 'merchant-accepted'])
    await paystack.control('dispute/resolve', { id, resolution })
    return `dispute ${id} is ${resolution}`
  }
  const is = luck.oneOf(['accept', 'decline'] as const)
  const answered = await answerDispute(db, id, { is, by, message: 'The gift arrived.' }).catch(refused)
  return `dispute ${id}: ${is}, ${typeof answered === 'string' ? answered : answered.status}`
}

/** A payer's bank takes a gift back at once: nothing was held before, so what was withdrawn already is owed. */
export const takeBack: Operation = async (world, db) => {
  const { luck, paystack } = world
  const paid = await paidOnes()
  if (paid.length === 0) return 'nothing to take back'
  const reference = luck.oneOf(paid)
  const { id } = (await paystack.control('dispute', { reference })) as { id?: string }
  if (!id) return `${reference} is disputed already`
  await paystack.control('dispute/resolve', { id, resolution: 'merchant-accepted' })
  await deliver(world)
  return `${reference} is taken back, ${await workOffEvents(db)} worked off`
}

/** What a drive owes is given up, unless a withdrawal is open: declining that would pay it. */
export const writeOff: Operation = async (world, db) => {
  const facts = await factsOf()
  const all = world.drives.map((drive) => ({ drive, ...moneyOf(world, facts, drive) }))
  const { drive, debt, payable } = all.find((one) => one.debt > 0) ?? world.luck.oneOf(all)
  const states = ['waiting', 'processing', 'approved']
  const open = (await Promise.all(states.map((state) => standing(state, world.payouts)))).flat()
  const may = debt > 0 && !open.some((one) => one.drive === drive)
  const posted = Math.min(debt, Math.max(0, -payable))
  if (may) world.asking = { what: 'write-off', drive, debt, posted }
  try {
    await writeOffDebt(db, drive.id, { by: world.by })
    if (!may) throw new Error(`a debt of ${debt} was written off, and a withdrawal is open or nothing is owed`)
    drive.writtenOff += debt
    drive.posted += posted
    return `debt of ${debt} written off`
  } catch (error) {
    const why = refused(error)
    if (may) throw new Error(`a debt of ${debt} was not written off: ${why}`)
    return why
  }
}
