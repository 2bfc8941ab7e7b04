import type { NewFault } from '#sandbox/faults.ts'
import { rows } from '#test/rows.ts'
import type { Operation } from './world.ts'

// What strangers, the network and M-Pesa do to us that is not so.

/** Someone who is not M-Pesa tells us of money that never was, or of another sum. */
const forge: Operation = async ({ luck, mpesa, drives }) => {
  const [prompt] = await rows<{ id: string }>(
    'select checkout_id as id from sandbox.daraja_prompts where receipt is null order by created_at desc limit 1 offset $1',
    [luck.whole(0, 5)],
  )
  if (prompt && luck.onceIn(2)) {
    const untrue = { checkout: prompt.id, ...(luck.onceIn(2) ? { shillings: luck.whole(1, 999) } : {}) }
    await mpesa.control('forge', { ...untrue, receipt: madeUp(luck.whole(0, 999_999)) })
    return `forged for ${prompt.id}`
  }
  const [door] = await rows<{ address: string }>(
    'select confirmation_url as address from sandbox.daraja_accounts where confirmation_url is not null',
  )
  if (!door) return 'no address to forge to'
  const raw = JSON.stringify({
    TransactionType: 'Pay Bill',
    TransID: madeUp(luck.whole(0, 999_999)),
    TransTime: '20270301090000',
    TransAmount: `${luck.whole(1, 9000)}.00`,
    BusinessShortCode: mpesa.keys.shortcode,
    BillRefNumber: luck.oneOf(luck.oneOf(drives).codes),
    MSISDN: '2547 ***** 126',
    FirstName: 'EVE',
  })
  await mpesa.tell({ address: door.address, raw })
  return `forged a confirmation: ${raw.slice(30, 120)}`
}
const madeUp = (nr: number) => `ZZZZ${String(nr).padStart(6, '0')}`

/** What arrived once arrives again, long afterwards. */
const oldNews: Operation = async ({ luck, mpesa }) => {
  if (mpesa.heard.length === 0) return 'nothing was told yet'
  await mpesa.tell(luck.oneOf(mpesa.heard.slice(-luck.oneOf([3, 30, 3000]))))
  return 'told once more'
}

const faults = [
  'http',
  'reset-before',
  'reset-after',
  'lost-answer',
  'truncated',
  'html',
  'token-ended',
  'busy',
  'quota',
]
const calls = ['*', 'token', 'prompt', 'prompt', 'prompt-query', 'prompt-query', 'list', 'status', 'balance']
const orders = ['payout', 'payout', 'reversal', 'status']
const posts = ['never', 'latency', 'replay', 'shuffle', 'wrong-amount', 'wrong-checkout', 'wrong-code', 'wrong-receipt']

/** M-Pesa will misbehave. */
const misbehave: Operation = async ({ luck, mpesa }) => {
  const times = { times: luck.whole(1, 4), chance: luck.oneOf([1, 0.5]) }
  const ways = [
    () => ({ endpoint: luck.oneOf(calls), fault: luck.oneOf(faults), status: luck.oneOf([500, 503, 429, 500]) }),
    () => ({ endpoint: luck.oneOf(['prompt-callback', 'confirmation']), fault: luck.oneOf(posts), ms: 90_000 }),
    // The money is here, told and listed, before M-Pesa answers that it was asked for.
    () => ({ endpoint: 'prompt', fault: luck.oneOf(['late-answer', 'lost-answer']), ms: 8000 }),
    // What answers a question of ours, or an order, comes late or never, and says what is so.
    () => ({ endpoint: 'result', fault: luck.oneOf(posts.slice(0, 4)), ms: 90_000 }),
    () => ({ endpoint: 'list', fault: 'gap', n: luck.whole(1, 40) }),
    ...(mpesa.sends ? [() => ({ endpoint: luck.oneOf(orders), fault: luck.oneOf(faults), status: 500 })] : []),
  ]
  const fault = { ...luck.oneOf(ways)(), ...times } as NewFault
  await mpesa.fault(fault)
  if (luck.onceIn(6)) await mpesa.control('token/end')
  return JSON.stringify(fault)
}

/** With how often each happens. */
export const foulPlay: Record<string, [weight: number, run: Operation]> = {
  forge: [2, forge],
  'old news': [2, oldNews],
  'misbehave at M-Pesa': [2, misbehave],
}
