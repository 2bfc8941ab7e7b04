import { type Answer, textOf } from '../bodies.ts'
import { all, one, type Runs, together } from '../database.ts'
import { centsOf, invalid, plain } from './answers.ts'
import { columns, move, type Transaction } from './money.ts'
import {
  ack,
  dotted,
  endOrder,
  envelope,
  isInitiator,
  type Order,
  shillings,
  takeLong,
  transactionOf,
  written,
} from './orders.ts'
import { changeBalance, ksh, message, nameOf, spokenMoment, usedPhone } from './phones.ts'
import { planFor } from './test-numbers.ts'
import type { Scene } from './world.ts'

// Money back to the phone it came from: all of a payment, once.

export async function reverse(scene: Scene, body: Record<string, unknown>): Promise<Answer> {
  const receipt = textOf(body.TransactionID)
  const amount = centsOf(body.Amount)
  const urls = envelope(body)
  if (plain(body.CommandID) !== 'TransactionReversal') return invalid(scene, 'CommandID')
  if (!receipt) return invalid(scene, 'TransactionID')
  if (!amount) return invalid(scene, 'Amount')
  if (!/^\d{5,7}$/.test(plain(body.ReceiverParty))) return invalid(scene, 'ReceiverParty')
  if (typeof urls === 'string') return invalid(scene, urls)
  return together(scene.world, async (tx) => {
    const order = (await written(scene, tx, { kind: 'reversal', subject: receipt, amount, ...urls }))!
    if (!isInitiator(scene, body)) await endOrder(scene, tx, order, { code: '2001' })
    else {
      const known = await paymentOf(tx, receipt)
      if (known?.shortcode !== plain(body.ReceiverParty)) await endOrder(scene, tx, order, { code: 'R000002' })
      else if (/03$/.test(known.phone!) && !planFor(known.phone!)) await takeLong(scene, tx, order)
      else await giveBack(scene, tx, order)
    }
    return ack(order)
  })
}

async function paymentOf(tx: Runs, receipt: string): Promise<Transaction | undefined> {
  const known = await transactionOf(tx, 'receipt', receipt)
  return known?.phone && /^(prompt|paybill|till)$/.test(known.way) ? known : undefined
}

/** All of a payment, to its phone. */
export async function giveBack(scene: Scene, tx: Runs, order: Order): Promise<void> {
  const known = (await paymentOf(tx, order.subject))!
  const { shortcode } = known
  // The row of the phone is the lock: of two reversals of one payment the second finds the first.
  await usedPhone(scene, tx, known.phone!)
  const code = await whyNot(tx, order.amount!, known)
  if (code) return endOrder(scene, tx, order, { code })
  const { originator, conversation } = order
  const done = await moveBack(scene, tx, known, { originator, conversation })
  const items = [
    { Key: 'Amount', Value: shillings(known.amount) },
    { Key: 'TransCompletedTime', Value: dotted(scene.now) },
    { Key: 'OriginalTransactionID', Value: known.receipt },
    { Key: 'Charge', Value: 0 },
    { Key: 'CreditPartyPublicName', Value: `${known.phone} - ${nameOf(known.phone!)}` },
    { Key: 'DebitPartyPublicName', Value: `${shortcode} - ${scene.world.name}` },
  ]
  return endOrder(scene, tx, order, { code: '0', receipt: done.receipt, items })
}

async function moveBack(scene: Scene, tx: Runs, known: Transaction, names: Partial<Transaction>): Promise<Transaction> {
  const { receipt, phone, shortcode, account, amount } = known
  if (!planFor(phone!)) await changeBalance(tx, phone!, amount)
  const back = { way: 'reversal' as const, shortcode, phone, account, amount: -amount }
  const done = await move(scene, tx, { ...back, linked: receipt, ...names })
  const text = `${done.receipt} Confirmed. Transaction ${receipt} has been reversed on ${spokenMoment(scene.now)}. ${ksh(amount)} is credited to your M-PESA account.`
  await message(tx, phone!, text)
  return done
}

/** Safaricom's own: its care reverses what a payer calls about. Nobody is told but the payer; the list and the statement have it. */
export const reverseOwn = (scene: Scene, receipt: string): Promise<{ receipt: string } | { why: string }> =>
  together(scene.world, async (tx) => {
    const known = await paymentOf(tx, receipt)
    if (!known) return { why: 'R000002' }
    await usedPhone(scene, tx, known.phone!)
    const why = await whyNot(tx, known.amount, known)
    return why ? { why } : { receipt: (await moveBack(scene, tx, known, {})).receipt }
  })

/** The newest payments of a phone that nobody has reversed. */
export const reversible = (pool: Runs, phone: string) =>
  all<Transaction>(
    pool,
    `select ${columns} from sandbox.daraja_transactions t
     where phone = $1 and way in ('prompt', 'paybill', 'till')
       and not exists (select from sandbox.daraja_transactions r where r.linked = t.receipt and r.way = 'reversal')
     order by at desc, receipt desc limit 5`,
    [phone],
  )

async function whyNot(
  tx: Runs,
  asked: number,
  { receipt, amount, shortcode }: Transaction,
): Promise<string | undefined> {
  const before = `select from sandbox.daraja_transactions where linked = $1 and way = 'reversal'`
  if (await one(tx, before, [receipt])) return 'R000001'
  if (asked !== amount) return '15'
  const account = await one<{ utility: number }>(
    tx,
    'select utility::float8 as utility from sandbox.daraja_accounts where shortcode = $1 for update',
    [shortcode],
  )
  return account!.utility < amount ? '1' : undefined
}
