import { type Answer, textOf } from '../bodies.ts'
import { one, type Runs, together } from '../database.ts'
import { invalid, plain } from './answers.ts'
import type { Transaction } from './money.ts'
import {
  ack,
  endOrder,
  envelope,
  type Item,
  isInitiator,
  orderOf,
  shillings,
  transactionOf,
  written,
} from './orders.ts'
import { nameOf } from './phones.ts'
import { type Scene, stampOf } from './world.ts'

// What an initiator may ask: what became of something, and how much there is.

type Body = Record<string, unknown>

/** By its code, or by the name that the program gave to it. */
export async function status(scene: Scene, body: Body): Promise<Answer> {
  const urls = envelope(body)
  const [receipt, originator] = [textOf(body.TransactionID), textOf(body.OriginatorConversationID)]
  const subject = receipt ?? originator
  if (plain(body.CommandID) !== 'TransactionStatusQuery') return invalid(scene, 'CommandID')
  if (!subject) return invalid(scene, 'TransactionID')
  if (!/^\d{5,7}$/.test(plain(body.PartyA))) return invalid(scene, 'PartyA')
  if (typeof urls === 'string') return invalid(scene, urls)
  return together(scene.world, async (tx) => {
    const order = (await written(scene, tx, { kind: 'status', subject, ...urls }))!
    const items = isInitiator(scene, body) ? await factsOf(scene, tx, receipt, originator) : undefined
    const code = !isInitiator(scene, body) ? '2001' : items ? '0' : 'R000002'
    await endOrder(scene, tx, order, { code, ...(items ? { items } : {}) })
    return ack(order)
  })
}

async function factsOf(scene: Scene, tx: Runs, receipt: string | undefined, originator: string | undefined) {
  const found = receipt
    ? await transactionOf(tx, 'receipt', receipt)
    : await transactionOf(tx, 'originator', originator ?? '')
  if (found) return moved(scene, found)
  const order = originator ? await orderOf(tx, 'originator', originator) : undefined
  if (!order) return undefined
  return [
    { Key: 'TransactionStatus', Value: order.code === null ? 'Pending' : 'Failed' },
    { Key: 'Amount', Value: shillings(order.amount ?? 0) },
    { Key: 'OriginatorConversationID', Value: order.originator },
  ]
}

function moved({ world }: Scene, found: Transaction): Item[] {
  const us = `${found.shortcode} - ${world.name}`
  const person = found.phone ? `${found.phone} - ${nameOf(found.phone)}` : us
  const [from, to] = found.amount > 0 ? [person, us] : [us, person]
  return [
    { Key: 'DebitPartyName', Value: from },
    { Key: 'CreditPartyName', Value: to },
    { Key: 'TransactionStatus', Value: 'Completed' },
    { Key: 'Amount', Value: shillings(Math.abs(found.amount)) },
    { Key: 'ReceiptNo', Value: found.receipt },
    { Key: 'InitiatedTime', Value: Number(stampOf(found.at)) },
    { Key: 'FinalisedTime', Value: Number(stampOf(found.at)) },
    { Key: 'ReasonType', Value: found.way === 'payout' ? 'Business Payment to Customer via API' : 'Pay Bill Online' },
    { Key: 'OriginatorConversationID', Value: found.originator ?? '' },
    { Key: 'ConversationID', Value: found.conversation ?? '' },
  ]
}

/** Of each account of a shortcode; charges are negative. */
export async function balance(scene: Scene, body: Body): Promise<Answer> {
  const urls = envelope(body)
  const shortcode = plain(body.PartyA)
  if (plain(body.CommandID) !== 'AccountBalance') return invalid(scene, 'CommandID')
  if (!/^\d{5,7}$/.test(shortcode)) return invalid(scene, 'PartyA')
  if (typeof urls === 'string') return invalid(scene, urls)
  return together(scene.world, async (tx) => {
    const order = (await written(scene, tx, { kind: 'balance', subject: shortcode, ...urls }))!
    if (!isInitiator(scene, body)) await endOrder(scene, tx, order, { code: '2001' })
    else {
      const BOCompletedTime = { Key: 'BOCompletedTime', Value: Number(stampOf(scene.now)) }
      const items = [{ Key: 'AccountBalance', Value: await accountsOf(tx, shortcode) }, BOCompletedTime]
      await endOrder(scene, tx, order, { code: '0', items })
    }
    return ack(order)
  })
}

async function accountsOf(tx: Runs, shortcode: string): Promise<string> {
  const row = await one<{ utility: number; working: number; charges: number }>(
    tx,
    `select coalesce(utility, 0)::float8 + balance_off::float8 as utility, coalesce(working, 0)::float8 as working,
       coalesce(charges, 0)::float8 as charges
     from sandbox.daraja_state left join sandbox.daraja_accounts on shortcode = $1`,
    [shortcode],
  )
  const line = (name: string, cents: number) => {
    const amount = (cents / 100).toFixed(2)
    return `${name}|KES|${amount}|${amount}|0.00|0.00`
  }
  return [
    line('Working Account', row!.working),
    line('Float Account', 0),
    line('Utility Account', row!.utility),
    line('Charges Paid Account', row!.charges),
    line('Organization Settlement Account', 0),
  ].join('&')
}
