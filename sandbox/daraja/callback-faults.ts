import type { Runs } from '../database.ts'
import { type Fault, numberIn, textIn } from '../faults.ts'
import { chanceOf } from '../seeded.ts'
import { faults } from './faults.ts'
import { later, type Scene } from './world.ts'

// What goes wrong on purpose with what is posted to the product.

type Body = Record<string, unknown>
type Posted = { kind: string; subject: string; body: Body; after?: number }
/** As it will really go out. */
export type Sent = { body: Body; at: Date }

export const callbackFaults = [
  'never',
  'latency',
  'replay',
  'shuffle',
  'burst',
  'wrong-amount',
  'wrong-checkout',
  'wrong-code',
  'wrong-receipt',
  'wrong-shortcode',
]
/** What faults of callbacks are set by: all of them, or one kind. */
export const callbackKinds = ['callback', 'prompt-callback', 'confirmation', 'result', 'late']

const day = 24 * 3600_000
const mostCopies = 1000

/** What is posted, its copies, and whatever is to go wrong with them. */
export async function spoiltCallbacks(scene: Scene, runs: Runs, posted: Posted, copies: number): Promise<Sent[]> {
  const { kind, subject, body, after = 0 } = posted
  let sent: Sent[] = Array.from({ length: copies }, () => ({ body, at: later(scene, after) }))
  for (const fault of await faults.at(scene, runs, 'callback', kind === 'prompt' ? 'prompt-callback' : kind)) {
    const window = numberIn(fault, 'window', 0)
    const late = (ms: number) => later(scene, after + ms)
    if (fault.fault === 'never') sent = []
    else if (fault.fault === 'latency') sent = sent.map((one) => ({ ...one, at: late(numberIn(fault, 'ms', 1000)) }))
    else if (fault.fault === 'replay') sent.push({ body, at: late(numberIn(fault, 'days', 1) * day) })
    else if (fault.fault === 'shuffle')
      sent = sent.map((one, at) => ({
        ...one,
        at: late(chanceOf(scene.seed, `shuffle ${subject} ${at}`) * (window || 10_000)),
      }))
    else if (fault.fault === 'burst') {
      const n = Math.min(numberIn(fault, 'n', 50), mostCopies)
      sent = Array.from({ length: n }, (_, at) => ({ body, at: late((window * at) / n) }))
    } else sent = sent.map((one) => ({ ...one, body: untrue(fault, one.body) as Body }))
  }
  return sent
}

/** Which values of a body each fault makes untrue. */
const untruths: Record<string, string[]> = {
  'wrong-amount': ['Amount', 'TransAmount', 'TransactionAmount'],
  'wrong-checkout': ['CheckoutRequestID'],
  'wrong-code': ['ResultCode'],
  'wrong-receipt': ['MpesaReceiptNumber', 'TransID', 'TransactionID', 'TransactionReceipt'],
  'wrong-shortcode': ['BusinessShortCode'],
}

/** The same with untrue values, wherever in it they are. */
function untrue(fault: Fault, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => untrue(fault, one))
  if (typeof value !== 'object' || value === null) return value
  const said = value as Body
  const names = untruths[fault.fault]!
  const named = String(said.Name ?? said.Key ?? '')
  if (names.includes(named) && 'Value' in said) return { ...said, Value: instead(fault, said.Value) }
  return Object.fromEntries(
    Object.entries(said).map(([name, one]) => [name, names.includes(name) ? instead(fault, one) : untrue(fault, one)]),
  )
}

function instead(fault: Fault, value: unknown): unknown {
  if (fault.fault === 'wrong-code') return typeof value === 'string' ? String(codeIn(fault)) : codeIn(fault)
  if (fault.fault === 'wrong-checkout') return textIn(fault, 'checkout', 'ws_CO_01012020000000000000000')
  if (fault.fault === 'wrong-receipt') return textIn(fault, 'receipt', 'AAA0000000')
  if (fault.fault === 'wrong-shortcode') return textIn(fault, 'shortcode', '600000')
  const amount = numberIn(fault, 'amount', Number(value) + numberIn(fault, 'by', 100))
  return typeof value === 'string' ? amount.toFixed(2) : amount
}

const codeIn = (fault: Fault) => numberIn(fault, 'code', 0)
