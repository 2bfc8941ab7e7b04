import type { Runs } from '../database.ts'
import { numberIn } from '../faults.ts'
import { chanceOf } from '../seeded.ts'
import { altered, faults } from './faults.ts'
import type { Scene } from './world.ts'

type Event = { event: string; data: Record<string, unknown> }
/** An event as it will really go out, with another key or another signature than ours. */
export type Sent = { event: Event; at: Date; key?: string; signature?: string }

const day = 24 * 3600_000

/** The event, its copies, and whatever is to go wrong with them. */
export async function webhookFaults(scene: Scene, runs: Runs, event: Event, copies: number): Promise<Sent[]> {
  let sent: Sent[] = Array.from({ length: copies }, () => ({ event, at: scene.now }))
  for (const fault of await faults.at(scene, runs, 'webhook', event.event)) {
    const after = (ms: number) => new Date(scene.now.getTime() + ms)
    const each = (change: (one: Sent, at: number) => Partial<Sent>) => {
      sent = sent.map((one, at) => ({ ...one, ...change(one, at) }))
    }
    const window = numberIn(fault, 'window', 0)
    if (fault.fault === 'never') sent = []
    else if (fault.fault === 'latency') each(() => ({ at: after(numberIn(fault, 'ms', 1000)) }))
    else if (fault.fault === 'bad-signature') each(() => ({ signature: 'f'.repeat(128) }))
    else if (fault.fault === 'no-signature') each(() => ({ signature: 'none' }))
    else if (fault.fault === 'old-key') each(() => ({ key: String(fault.settings.key ?? 'sk_test_of_long_ago') }))
    else if (fault.fault === 'replay') sent.push({ event, at: after(numberIn(fault, 'days', 1) * day) })
    else if (fault.fault === 'shuffle')
      each((_, at) => ({
        at: after(chanceOf(scene.seed, `shuffle ${JSON.stringify(event.data.id ?? event)} ${at}`) * (window || 10_000)),
      }))
    else if (fault.fault === 'burst') {
      const n = Math.min(numberIn(fault, 'n', 50), 1000)
      sent = Array.from({ length: n }, (_, at) => ({ event, at: after((window * at) / n) }))
    } else
      each((one) => ({
        event: { event: one.event.event, data: altered(fault, one.event.data, scene.seed) as Event['data'] },
      }))
  }
  return sent
}
