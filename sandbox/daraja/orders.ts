import type { Answer } from '../bodies.ts'
import { one, type Runs } from '../database.ts'
import { addressOf, good, plain } from './answers.ts'
import { tellProduct } from './callbacks.ts'
import { columns, type Transaction } from './money.ts'
import { becomeLater, later, nextNumber, orderNames, type Scene, stampOf } from './world.ts'

// What is ordered in the name of an initiator: it is taken at once, and its result is posted later.

export type Order = {
  conversation: string
  originator: string
  kind: 'payout' | 'reversal' | 'status' | 'balance'
  /** A receipt, a phone or the originator of another order. */
  subject: string
  amount: number | null
  receipt: string | null
  /** How it ended; none while it is under way. */
  code: string | null
  result_url: string
  late_url: string
}
type Body = Record<string, unknown>
export type Item = { Key: string; Value?: string | number }

const orderColumns =
  'conversation, originator, kind, subject, amount::float8 as amount, receipt, code, result_url, late_url'

/** What every order has, or the name of what is wrong with it. */
export function envelope(body: Body): { result_url: string; late_url: string } | string {
  const [result_url, late_url] = [addressOf(body.ResultURL), addressOf(body.QueueTimeOutURL)]
  if (!result_url) return 'ResultURL'
  if (!late_url) return 'QueueTimeOutURL'
  const remarks = plain(body.Remarks)
  return remarks.length >= 1 && remarks.length <= 100 ? { result_url, late_url } : 'Remarks'
}

/** Whether the initiator is the one that we know: it is looked at later than the rest. */
export function isInitiator({ world }: Scene, body: Body): boolean {
  const { initiator, credential } = world.keys()
  return plain(body.Initiator ?? body.InitiatorName) === initiator && plain(body.SecurityCredential) === credential
}

type New = Pick<Order, 'kind' | 'subject' | 'result_url' | 'late_url'> & { amount?: number; originator?: string }

/** Writes an order down; nothing where its originator was used before. */
export async function written(scene: Scene, tx: Runs, made: New): Promise<Order | undefined> {
  const names = orderNames(scene, await nextNumber(tx))
  const { kind, subject, amount = null, result_url, late_url, originator = names.originator } = made
  return one<Order>(
    tx,
    `insert into sandbox.daraja_orders (conversation, originator, kind, subject, amount, result_url, late_url, made_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (originator) do nothing returning ${orderColumns}`,
    [names.conversation, originator, kind, subject, amount, result_url, late_url, scene.now],
  )
}

export const orderOf = (runs: Runs, by: 'conversation' | 'originator', name: string) =>
  one<Order>(runs, `select ${orderColumns} from sandbox.daraja_orders where ${by} = $1`, [name])
export const transactionOf = (runs: Runs, by: 'receipt' | 'originator', name: string, lock = '') =>
  one<Transaction>(runs, `select ${columns} from sandbox.daraja_transactions where ${by} = $1 ${lock}`, [name])

/** It was taken, which says nothing about how it will end. */
export const ack = ({ conversation, originator }: Order): Answer =>
  good({
    OriginatorConversationID: originator,
    ConversationID: conversation,
    ResponseCode: '0',
    ResponseDescription: 'Accept the service request successfully.',
  })

const second = 1000

/** It is told late after half a minute, and done after five. */
export async function takeLong(scene: Scene, tx: Runs, { conversation }: Order): Promise<void> {
  await becomeLater(tx, later(scene, 30 * second), 'order', conversation, 'late')
  await becomeLater(tx, later(scene, 300 * second), 'order', conversation, 'done')
}

/** What is told of an order that takes long. */
export async function tellLate(scene: Scene, tx: Runs, order: Order): Promise<void> {
  const { originator, conversation, late_url: address } = order
  const body = {
    OriginatorConversationID: originator,
    ConversationID: conversation,
    ResultDesc: 'The queue timed out.',
  }
  await tellProduct(scene, tx, { kind: 'late', subject: conversation, address, body })
}

type End = { code: string; receipt?: string; items?: Item[]; copies?: number }

/** An order ends, and its result is posted. */
export async function endOrder(scene: Scene, tx: Runs, order: Order, end: End): Promise<void> {
  const { code, receipt = '', items = [], copies = 1 } = end
  await tx.query('update sandbox.daraja_orders set code = $2, receipt = $3 where conversation = $1', [
    order.conversation,
    code,
    receipt || null,
  ])
  const { originator, conversation, result_url: address, late_url } = order
  const Result = {
    ResultType: 0,
    // A number where it is one: the others are letters and digits.
    ResultCode: /^\d+$/.test(code) ? Number(code) : code,
    ResultDesc: says[code] ?? 'The service request has failed.',
    OriginatorConversationID: originator,
    ConversationID: conversation,
    TransactionID: receipt,
    ...(items.length > 0 ? { ResultParameters: { ResultParameter: items } } : {}),
    ReferenceData: { ReferenceItem: { Key: 'QueueTimeoutURL', Value: late_url } },
  }
  await tellProduct(scene, tx, { kind: 'result', subject: conversation, address, body: { Result } }, copies)
}

const says: Record<string, string> = {
  '0': 'The service request is processed successfully.',
  '1': 'The balance is insufficient for the transaction.',
  '2': 'Declined due to limit rule: less than the minimum transaction amount.',
  '15': 'The amount of the reversal is another than that of the transaction.',
  '2001': 'The initiator information is invalid.',
  '2040': 'Credit Party customer type (Unregistered or Registered Customer) can’t be supported by the service.',
  R000001: 'The transaction has already been reversed.',
  R000002: 'The OriginalTransactionID is invalid.',
}

export const shillings = (cents: number) => cents / 100
/** As results write a moment: 23.11.2026 16:50:00. */
export const dotted = (at: Date) => stampOf(at).replace(/^(....)(..)(..)(..)(..)(..)$/, '$3.$2.$1 $4:$5:$6')
