import { takeStatement } from '#app/money/mpesa/statement.server.ts'
import {
  freeReturn,
  placeUnplaced,
  recordReturn,
  reserveReturn,
} from '#app/money/payments/admin/decide-unplaced.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { rows } from '#test/rows.ts'
import { type Operation, refused, type World } from './world.ts'

// What administrators do with money at M-Pesa: the desk, the portal, the statement.

const why = 'The payer called'
const word = ({ by }: World) => ({ why, by: { id: by, address: '10.0.0.7' } })

type Unplaced = { id: number; number: string; amount: number; isReserved: boolean; isByHand: boolean; isDone: boolean }
const unplaced = (isStale = false) =>
  rows<Unplaced>(
    `select id, provider_tx_id as number, amount, reserved_at is not null as "isReserved", coalesce(back = 'by hand', false) as "isByHand",
       state <> 'open' as "isDone" from suspense
     where provider = 'mpesa' and (state = 'open' or $1) order by id`,
    [isStale],
  )

/** Money that nobody could place: it becomes a gift, or goes back, by M-Pesa or by hand. */
export const desk: Operation = async (world, db) => {
  const { luck } = world
  // The page may have been open since before it was decided.
  const open = await unplaced(luck.onceIn(4))
  if (open.length === 0) return 'nothing is unplaced'
  const one = luck.oneOf(open.slice(-luck.oneOf([3, 50])))
  if (one.isDone) return place(world, db, one)
  // Who sends it back has reserved it; who tries to place it meanwhile is refused.
  if (one.isByHand && !luck.onceIn(4)) return sendBack(world, db, one)
  if (!one.isReserved && luck.onceIn(3)) {
    world.wanted.add(one.id)
    return reserveReturn(db, one.id, word(world)).then(() => `${one.number} goes back`, refused)
  }
  return place(world, db, one)
}

async function place(world: World, db: Db, { id, number, isReserved, isDone }: Unplaced): Promise<string> {
  const drive = world.luck.oneOf(world.drives)
  world.asking = { what: 'placing', suspense: id, on: drive.id }
  try {
    await placeUnplaced(db, id, { to: `drive ${drive.id}`, typed: '', ...word(world) })
    world.decided.set(id, drive.id)
    if (isReserved || isDone) throw new Error(`${number} was placed while it was being sent back, or once more`)
    return `${number} is on ${drive.id}`
  } catch (error) {
    return refused(error)
  }
}

/** M-Pesa's portal sends it back, once; then it is written down. Or it was not sent. */
async function sendBack(world: World, db: Db, { id, number }: Unplaced): Promise<string> {
  const original = await receiptOf(id, number)
  if (!original || (!original.back && world.luck.onceIn(3)))
    return original?.back
      ? 'sent already'
      : freeReturn(db, id, word(world)).then(() => `${number} was not sent`, refused)
  const code = original.back ?? (await reverse(world, original))
  if (world.luck.onceIn(3)) return `${number} is sent back by ${code}, and not written down`
  return record(world, db, { id, code })
}

async function record(world: World, db: Db, { id, code }: { id: number; code: string }): Promise<string> {
  world.asking = { what: 'placing', suspense: id, on: 'back' }
  try {
    await recordReturn(db, id, { code, ...word(world) })
    world.decided.set(id, 'back')
    return `sent back by ${code}`
  } catch (error) {
    return refused(error)
  }
}

type Original = { receipt: string; phone: string; account: string; amount: number; back: string | null }

/** As the portal shows it; undefined where our books name no code of it yet. */
async function receiptOf(id: number, number: string): Promise<Original | undefined> {
  const [found] = await rows<Original>(
    `select t.receipt, t.phone, t.account, t.amount, b.receipt as back from sandbox.daraja_transactions t
     left join sandbox.daraja_transactions b on b.linked = t.receipt and b.way = 'reversal'
     where t.receipt = coalesce((select receipt from mpesa_receipts where suspense_id = $1), $2)`,
    [id, number],
  )
  return found
}

const reverse = async ({ mpesa }: World, { receipt: linked, phone, account, amount }: Original): Promise<string> =>
  (await mpesa.move({ way: 'reversal', phone, account, amount: -amount, linked })).receipt

/** M-Pesa charges for money that came, or sends some of ours to our bank. Only its statement tells. */
export const portal: Operation = async ({ luck, mpesa }) => {
  if (luck.onceIn(3)) {
    const [{ utility } = { utility: 0 }] = await rows<{ utility: number }>(
      'select utility from sandbox.daraja_accounts where shortcode = $1',
      [mpesa.keys.shortcode],
    )
    if (utility < 100_000) return 'too little for the bank'
    const amount = luck.whole(50_000, Math.floor(utility / 2))
    return `to the bank: ${(await mpesa.move({ way: 'settlement', amount: -amount })).receipt} ${amount}`
  }
  const came = await rows<{ receipt: string }>(
    `select receipt from sandbox.daraja_transactions where way in ('prompt', 'paybill') and amount > 0 order by at, receipt`,
  )
  if (came.length === 0) return 'nothing to charge for'
  // At times once more for what was charged for last.
  const [last] = await rows<{ linked: string }>(
    `select linked from sandbox.daraja_transactions where way = 'charge' order by at desc, receipt limit 1`,
  )
  const isMore = luck.onceIn(2)
  const one = luck.oneOf(came).receipt
  const linked = isMore && last ? last.linked : one
  return `charged for ${linked}: ${(await mpesa.move({ way: 'charge', amount: -luck.whole(100, 900), linked })).receipt}`
}

/** A statement is loaded down and sent to us, now and then twice, or cut. */
export const statement: Operation = async (world, db) => {
  const { luck, mpesa, by } = world
  const { csv } = (await mpesa.control('statement')) as { csv: string }
  const sent = luck.onceIn(6) ? csv.slice(0, Math.floor((csv.length * luck.whole(10, 95)) / 100)) : csv
  const send = () => takeStatement(db, Buffer.from(sent), { id: by, address: '10.0.0.7' })
  try {
    const { lines, fresh } = await send()
    if (luck.onceIn(4)) await send()
    return `${lines} lines, ${fresh} of them new`
  } catch (error) {
    return refused(error)
  }
}

/** As it stands, whole. */
export async function sendStatement({ mpesa, db, by }: World): Promise<void> {
  const { csv } = (await mpesa.control('statement')) as { csv: string }
  if (/\d/.test(csv.split('\n').at(-1)!)) await takeStatement(db, Buffer.from(csv), { id: by, address: '10.0.0.7' })
}

/** At the end all of it is seen to: what waits for a hand goes back, and what was sent is written down. */
export async function closeDesk(world: World): Promise<void> {
  for (const { id, number, isByHand } of await unplaced()) {
    const original = isByHand ? await receiptOf(id, number) : undefined
    if (original) await record(world, world.db, { id, code: original.back ?? (await reverse(world, original)) })
  }
  world.asking = undefined
}
