import { closeDiscrepancy } from '#app/money/books/admin/discrepancies-list.server.ts'
import { cancelRefund, recordRefund } from '#app/money/payments/admin/refunds-list.server.ts'
import { askRefund } from '#app/money/refunds/refund.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { rows } from '#test/rows.ts'
import { type Operation, refused, type World } from './world.ts'

// Gifts by M-Pesa that go back: by a reversal, by an administrator's hand in the portal, or because M-Pesa took them back.

const word = ({ by }: World) => ({ why: 'The giver asked for it', by: { id: by, address: '10.0.0.7' } })

type Gift = { reference: string; amount: number }

/** An administrator gives a gift back, wholly or in part. */
const refund: Operation = async (world, db) => {
  const gifts = await rows<Gift>(
    `select reference, amount - reversed as amount from payments
     where provider = 'mpesa' and status = 'succeeded' and reversed < amount order by id`,
  )
  if (gifts.length === 0) return 'nothing to give back'
  const { luck, by, mpesa } = world
  const { reference, amount } = luck.oneOf(gifts)
  const isPart = mpesa.sends ? !luck.onceIn(3) : luck.onceIn(3)
  const part = isPart && amount > 200 ? { amount: 100 * luck.whole(1, Math.floor(amount / 100)) } : {}
  try {
    const asked = await askRefund(db, reference, { by, ...part })
    world.refunds.add(asked.id)
    return `refund of ${asked.amount} of ${reference}`
  } catch (error) {
    return refused(error)
  }
}

type ByHand = {
  payment: number
  refund: number
  amount: number
  phone: string
  /** The code of the payment, where all of it goes back. */
  whole: string | null
  /** The code by which it was sent already. */
  back: string | null
  /** M-Pesa took all of the payment back by itself meanwhile. */
  isTaken: boolean
}

const waiting = () =>
  rows<ByHand>(
    `select p.id as payment, v.id as refund, v.amount, coalesce(t.phone, '254712000101') as phone, b.receipt as back,
       case when v.amount = p.amount then t.receipt end as whole,
       exists (select from sandbox.daraja_transactions o where o.linked = t.receipt and o.way = 'reversal') as "isTaken"
     from reversals v join payments p on p.id = v.payment_id left join mpesa_receipts r on r.payment_id = p.id
     left join sandbox.daraja_transactions t on t.receipt = r.receipt
     left join sandbox.daraja_transactions b on b.originator = 'by hand ' || v.id
       or (v.amount = p.amount and b.linked = t.receipt and b.way = 'reversal')
     where v.provider = 'mpesa' and v.state = 'open' and v.progress = 'by hand' order by v.id`,
  )

/** What no order gives back, an administrator sends from the portal, and writes its code down; or it was not sent. */
const byHand: Operation = async (world, db) => {
  const those = await waiting()
  if (those.length === 0) return 'nothing waits for a hand'
  const one = world.luck.oneOf(those)
  // The portal shows them that M-Pesa took it back: a part on top of that would be lost.
  if (!one.back && (one.isTaken || world.luck.onceIn(4)))
    return cancelRefund(db, one.payment, word(world)).then(() => `${one.refund} was not sent`, refused)
  return send(world, db, one)
}

async function send(world: World, db: Db, { payment, refund, amount, phone, whole, back }: ByHand): Promise<string> {
  const moved = whole
    ? { way: 'reversal' as const, linked: whole }
    : { way: 'payout' as const, originator: `by hand ${refund}` }
  const code = back ?? (await world.mpesa.move({ ...moved, phone, amount: -amount })).receipt
  return recordRefund(db, payment, { code, ...word(world) }).then(() => `${refund} was sent by ${code}`, refused)
}

/** M-Pesa takes a payment back by itself. Only its statement tells. */
const takenBack: Operation = async ({ luck, mpesa, taken }) => {
  const gifts = await rows<{ linked: string; phone: string; account: string; amount: number }>(
    `select t.receipt as linked, t.phone, t.account, t.amount from sandbox.daraja_transactions t
     join mpesa_receipts r on r.receipt = t.receipt and r.state in ('placed', 'unplaced')
     where not exists (select from reversals v where v.payment_id = r.payment_id)
       and not exists (select from sandbox.daraja_transactions b where b.linked = t.receipt and b.way = 'reversal')
     order by t.receipt`,
  )
  if (gifts.length === 0) return 'nothing to take back'
  const { amount, ...gift } = luck.oneOf(gifts)
  taken.add(gift.linked)
  return `M-Pesa took ${gift.linked} back by ${(await mpesa.move({ way: 'reversal', ...gift, amount: -amount })).receipt}`
}

type Beyond = { id: number; refund: number; excess: number }

/** An administrator reads in the portal that more went back than was paid, and books what is beyond it as lost. */
const loss: Operation = async (world, db) => {
  const [one] = await rows<Beyond>(
    `select b.id, v.id as refund, (b.facts ->> 'amount')::bigint - (b.facts ->> 'booked')::bigint as excess
     from discrepancies b join reversals v on v.id = (b.facts ->> 'reversal')::bigint
     where b.kind = 'more went back than was paid' and b.state = 'open' and v.provider = 'mpesa' order by b.id`,
  )
  if (!one) return 'nothing went back too often'
  const { by, why: note } = word(world)
  world.asking = { what: 'loss', refund: one.refund, amount: one.excess }
  try {
    await closeDiscrepancy(db, one.id, { note, loss: 'on', by })
    world.lost.set(one.refund, one.excess)
    return `${one.excess} of ${one.refund} is lost`
  } catch (error) {
    return refused(error)
  }
}

/** At the end all that waits for a hand is seen to. */
export async function closeRefunds(world: World): Promise<void> {
  while (/is lost/.test(await loss(world, world.db))) {}
  world.asking = undefined
  for (const one of await waiting())
    if (one.back || !one.isTaken) await send(world, world.db, one)
    else await cancelRefund(world.db, one.payment, word(world))
}

export const backByPhone: Record<string, [weight: number, run: Operation]> = {
  'refund by M-Pesa': [1.5, refund],
  'refund by hand': [1.5, byHand],
  'M-Pesa takes back': [0.3, takenBack],
  // Only where M-Pesa sends to phones does more go back than was paid.
  loss: [0, loss],
}
