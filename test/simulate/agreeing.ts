import { randomUUID } from 'node:crypto'
import {
  dropChange,
  dropIt,
  letThrough,
  lockedChange,
  objectToChange,
  setSignatures,
} from '#app/money/payouts/changes.server.ts'
import { cancelRequest } from '#app/money/payouts/decide.server.ts'
import { sayVerdict } from '#app/money/payouts/sign.server.ts'
import { giveBack } from '#app/money/refunds/ask-back.server.ts'
import { askToGiveAllBack } from '#app/money/refunds/give-all-back.server.ts'
import { addReceipts, undoReceipt } from '#app/money/spending/receipts.server.ts'
import { inOneGo } from '#app/platform/db.server.ts'
import { rows } from '#test/rows.ts'
import { agreeing as agreed, endsBy, heedChanges, waitsFor } from './agree-model.ts'
import { factsOf, moneyOf } from './model.ts'
import { type Drive, type Operation, type Payout, refused, type World } from './world.ts'

// What treasurers say about withdrawals, changes of who must agree, receipts, and gifts that the organiser gives back.

/** Withdrawals that treasurers may still speak about, as they stand with us; only to choose one. */
async function openOnes({ payouts }: World): Promise<Payout[]> {
  const open = await rows<{ id: number }>(`select id from payout_requests where status in ('waiting', 'processing')`)
  const ids = new Set(open.map(({ id }) => id))
  return payouts.filter(({ id }) => ids.has(id))
}

/** A treasurer says yes or no, now and then twice; now and then the owner tries to. */
const say: Operation = async (world, db) => {
  const { luck } = world
  const open = await openOnes(world)
  if (open.length === 0) return 'nothing to agree to'
  await heedChanges(world)
  const payout = luck.oneOf(open.slice(-luck.oneOf([2, 6, 60])))
  const verdict = luck.onceIn(5) ? 'no' : 'yes'
  const by = luck.onceIn(15) ? payout.drive.ownerId : luck.oneOf(payout.drive.treasurers)
  const waits = await waitsFor(payout)
  world.asking = { what: 'verdict', payout, by, verdict, waits }
  try {
    await sayVerdict(db, payout.id, { driveId: payout.drive.id, by, verdict })
  } catch (error) {
    return refused(error)
  }
  if (by === payout.drive.ownerId) throw new Error(`${payout.id} was signed by the one who asked for it`)
  payout.words.set(by, verdict)
  if (waits && endsBy(payout)) payout.is = 'declined'
  return `${payout.id}: ${verdict}, ${agreed(payout)} of ${payout.needs} agree`
}

/** The owner takes a withdrawal back before anybody has sent it. */
const cancel: Operation = async (world, db) => {
  const open = await openOnes(world)
  if (open.length === 0) return 'nothing to cancel'
  const payout = world.luck.oneOf(open)
  world.asking = { what: 'decision', payout, how: 'declined' }
  try {
    await cancelRequest(db, payout.id, { driveId: payout.drive.id, by: payout.drive.ownerId })
  } catch (error) {
    return refused(error)
  }
  payout.is = 'declined'
  return `${payout.id} is cancelled`
}

const mine = ({ ownerId, slug }: Drive) => ({ ownerId, slug })

/** The owner sets how many must agree: more at once, fewer after a day once there was money. */
const number: Operation = async (world, db) => {
  await heedChanges(world)
  const drive = world.luck.oneOf(world.drives)
  const to = world.luck.oneOf([0, 1, 1, 2, 2, 3])
  world.asking = { what: 'number', drive, to }
  const { raised } = moneyOf(world, await factsOf(), drive)
  try {
    const from = await setSignatures(db, mine(drive), to)
    if (to < drive.number && !from && raised > 0) throw new Error(`the lower number ${to} came at once`)
    if (from) drive.lower = { to, from }
    else {
      if (to > drive.number) drive.lower = undefined
      drive.number = to
    }
    return from ? `${to} from ${from.toISOString()}` : `${to} from now on`
  } catch (error) {
    return refused(error)
  }
}

type Change = { id: number; drive: string; kind: 'number' | 'give_back'; state: string }

/** A treasurer objects to a change, its owner drops it, or an administrator decides about an objection. */
const change: Operation = async (world, db) => {
  await heedChanges(world)
  const { luck, by } = world
  const open = await rows<Change>(
    `select id, fund_drive_id as drive, kind, state from money_changes where state in ('waiting', 'held') order by id`,
  )
  if (open.length === 0) return 'no change is open'
  const { id, kind, state, ...of } = luck.oneOf(open)
  const drive = world.drives.find((one) => one.id === of.drive)!
  const how =
    state === 'held'
      ? luck.oneOf(['through', 'drop'] as const)
      : luck.oneOf(['object', 'drop', 'wait', 'wait'] as const)
  if (how === 'wait') return `change ${id} waits`
  world.asking = { what: 'change', drive, kind, id }
  try {
    if (how === 'object') await objectToChange(db, id, { driveId: drive.id, by: luck.oneOf(drive.treasurers) })
    else if (state === 'waiting') await dropChange(db, id, { driveId: drive.id, by: drive.ownerId })
    else
      await inOneGo(db, async (tx) => {
        const held = (await lockedChange(tx, id))!
        await (how === 'through' ? letThrough : dropIt)(tx, held, { by, why: 'We asked the treasurers' })
      })
  } catch (error) {
    return refused(error)
  }
  changed(drive, kind, how)
  return `change ${id}: ${how}`
}

/** Keeps what was acknowledged about a change of a drive. */
function changed(drive: Drive, kind: Change['kind'], how: 'object' | 'drop' | 'through'): void {
  const one = kind === 'number' ? drive.lower : drive.back
  if (how !== 'drop') {
    if (one) one.isHeld = how === 'object'
  } else if (kind === 'number') drive.lower = undefined
  else drive.back = undefined
}

/** The organiser gives a gift back, as long as the drive holds it; mostly one of the drive that holds least. */
const back: Operation = async (world, db) => {
  const facts = await factsOf()
  const left = world.drives.map((drive) => ({ drive, ...moneyOf(world, facts, drive) }))
  const poorest = left.reduce((one, other) => (other.available - other.held < one.available - one.held ? other : one))
  const { drive, available, held } = world.luck.onceIn(3) ? world.luck.oneOf(left) : poorest
  const gifts = await rows<{ id: number; amount: number }>(
    'select id, amount from donations where fund_drive_id = $1 order by id',
    [drive.id],
  )
  if (gifts.length === 0) return 'no gift'
  const { id: donationId, amount } = world.luck.oneOf(gifts)
  const asked = { driveId: drive.id, donationId, why: 'Sent by mistake', key: randomUUID() }
  try {
    await giveBack(db, { ...asked, by: { id: drive.ownerId, address: '10.0.0.7' } })
    const [{ id }] = (await rows<{ id: number }>(
      `select max(r.id) as id from reversals r join donations g on g.payment_id = r.payment_id where g.id = $1`,
      [donationId],
    )) as [{ id: number }]
    world.refunds.add(id)
    if (amount > available - held) throw new Error(`${amount} goes back, and ${available - held} is there`)
    return `gift ${donationId} of ${amount} goes back`
  } catch (error) {
    return refused(error)
  }
}

/** The owner wants everything to go back; never with the first drives, so that something happens until the end. */
const backAll: Operation = async (world, db) => {
  const drive = world.drives[2]
  if (!drive || drive.back) return 'no drive gives everything back'
  const open = (await openOnes(world)).filter((one) => one.drive === drive)
  // A withdrawal that waits is cancelled, which is of more interest.
  if (open.length === 0 && !world.luck.onceIn(5)) return 'not now'
  world.asking = { what: 'give-all', drive }
  const [{ title }] = (await rows<{ title: string }>('select title from fund_drives where id = $1', [drive.id])) as [
    { title: string },
  ]
  try {
    const from = await askToGiveAllBack(db, mine(drive), { title, by: drive.ownerId })
    drive.back = { from }
    for (const payout of open) payout.is = 'declined'
    return `everything goes back from ${from.toISOString()}`
  } catch (error) {
    return refused(error)
  }
}

/** Someone shows what a withdrawal bought: all that is left, a part, or a cent too much. */
const receipt: Operation = async (world, db) => {
  const { luck } = world
  const sent = await rows<{ id: number }>(`select id from payout_requests where status = 'completed'`)
  const ids = new Set(sent.map(({ id }) => id))
  const all = world.payouts.filter(({ id }) => ids.has(id))
  if (all.length === 0) return 'nothing was sent'
  const payout = luck.oneOf(all)
  const left = payout.net - payout.receipts.reduce((sum, one) => sum + (one.isUndone ? 0 : one.amount), 0)
  const amount = luck.oneOf([left, left + 1, luck.whole(1, Math.max(1, left))])
  const key = randomUUID()
  const by = luck.oneOf([payout.drive.ownerId, ...payout.drive.treasurers])
  if (amount <= 0) return 'all of it is shown'
  world.asking = { what: 'receipt', payout, key, amount }
  const row = { amount, paidTo: 'Kisumu Chemists', what: 'Medicine', day: '2027-03-01' }
  const typed = { key, rows: [row], showsName: luck.onceIn(2), image: null, noPhoto: 'The shop gave none' }
  try {
    await addReceipts(db, { driveId: payout.drive.id, payout: payout.id, by, ...typed })
  } catch (error) {
    const why = refused(error)
    if (amount <= left) throw new Error(`a receipt of ${amount} was ${why}, and ${left} is left to show`)
    return why
  }
  if (amount > left) throw new Error(`a receipt of ${amount} was taken, and ${left} is left to show`)
  payout.receipts.push({ key, amount, isUndone: false })
  return `${payout.id}: a receipt of ${amount}`
}

const undo: Operation = async (world, db) => {
  const { luck } = world
  const all = world.payouts.flatMap((payout) => payout.receipts.map((one) => ({ payout, one })))
  if (all.length === 0) return 'no receipt'
  const { payout, one } = luck.oneOf(all)
  const [row] = await rows<{ id: number }>('select id from payout_receipts where form_key = $1', [one.key])
  world.asking = { what: 'undo', receipt: one }
  const about = { driveId: payout.drive.id, payout: payout.id, by: payout.drive.ownerId }
  try {
    await undoReceipt(db, { ...about, receipt: row!.id, why: 'Typed twice' })
  } catch (error) {
    return refused(error)
  }
  one.isUndone = true
  return `${payout.id}: a receipt of ${one.amount} is undone`
}

/** With how often each happens in a run in which treasurers must agree. */
export const weightsOfAgreeing = {
  say: 20,
  cancel: 0.7,
  number: 1.5,
  change: 2,
  'give a gift back': 2,
  'give all back': 1,
  receipt: 4,
  'undo a receipt': 1,
}

export const inAgreement: Record<string, [weight: number, run: Operation]> = {
  say: [0, say],
  cancel: [0, cancel],
  number: [0, number],
  change: [0, change],
  'give a gift back': [0, back],
  'give all back': [0, backAll],
  receipt: [0, receipt],
  'undo a receipt': [0, undo],
}
