import { createHmac } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { type Tx, thePool } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { publicAddress, settings } from '#app/platform/settings/settings.server.ts'
import type { Runs } from '#sandbox/database.ts'
import { startDelivering } from '#sandbox/delivering.ts'
import { type Past, paidBefore, takenBefore } from '#sandbox/paystack/past.ts'
import { openPaystack, type Paystack } from '#sandbox/paystack/paystack.ts'
import { momentOf } from '#sandbox/paystack/world.ts'

let opened: Paystack | undefined
let webhook: string | undefined
let wake = () => {}

/** Returns the payment provider of laptops and tests, on our own port. */
export const pretendedPaystack = (): Paystack =>
  (opened ??= openPaystack({
    pool: thePool,
    key: () => sandboxKey(settings.AUTH_SECRET!),
    publicAddress,
    post,
    isSteered: () => settings.steersSandbox,
    onDue: () => wake(),
    // Three minutes pass in two seconds, so that nobody waits for them at a laptop.
    scale: 90,
  }))

/** Posts webhooks to this address of ours until stopped. */
export function openPretendedPaystack(address: string): { stop(): Promise<void> } {
  webhook = address
  const delivering = startDelivering(pretendedPaystack(), (error) => log.warn({ err: error }, 'the sandbox stumbled'))
  wake = delivering.wake
  return delivering
}

/** Deletes old pretended payments. */
export const sweepPretended = (): Promise<void> => pretendedPaystack().sweep()

async function post(body: string, headers: Record<string, string>): Promise<number> {
  if (!webhook) return 0
  const signal = AbortSignal.timeout(30_000)
  const answer = await fetch(webhook, { method: 'POST', body, headers, signal, redirect: 'manual' })
  await answer.body?.cancel()
  return answer.status
}

/** Records a past payment in the sandbox, for example content. */
export const pretendPaid = async (tx: Tx, { channel, ...past }: Omit<Past, 'channel'> & { channel: string }) =>
  paidBefore(await momentOf(pretendedPaystack().world), runsOf(tx), {
    ...past,
    channel: channel === 'mobile' ? 'mobile_money' : 'card',
  })

/** Subtracts money that was sent by hand from the sandbox's balance. */
export const pretendTaken = (tx: Tx, amount: number) => takenBefore(runsOf(tx), amount)

const runsOf = (tx: Tx): Runs => ({ query: (text, values = []) => tx.executeQuery(CompiledQuery.raw(text, values)) })

/** Derives the key that the built-in sandbox and we share from the product's secret, so nobody has to set it. */
export const sandboxKey = (secret: string): string =>
  `sk_test_${createHmac('sha256', secret).update('the key of the payment sandbox').digest('hex')}`
