import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { Counter } from 'prom-client'
import { type Db, dbOn, thePool } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { isDatabaseGone, lifecycle } from '#app/platform/processes/lifecycle.server.ts'
import { metrics } from '#app/platform/processes/metrics.server.ts'
import { providerNamed } from '#app/platform/providers/provider.server.ts'
import type { Event } from '#app/platform/providers/provider.ts'
import { eventsCame } from './events.server.ts'

// Storage of events before they are answered. Thousands may come in a burst, so events that arrive together are written
// together. Connections of its own keep slow pages from delaying events.

export type Arrived = { provider: string; body: Uint8Array } & Pick<Event, 'dedupeKey' | 'event' | 'about'>
type Waiting = Arrived & { taken: (isNew: boolean) => void; refused: (error: unknown) => void }

const lanes = 2
const mostTogether = 200
/** The most that may wait: more than a burst. Senders beyond it are told to come again. */
const mostWaiting = 5000

/** Until it has connections of its own, the shared pool is used. */
let own = thePool
let intake = intakeOn(own)
/** Sets the intake's own connections. Events that wait for the previous ones are not delayed by these. */
export function useIntake(pool: Pool): void {
  own = () => pool
  intake = intakeOn(own)
}

/** The intake's connections, for look-ups before a rail is answered. Queries that may wait for a lock do not belong here. */
export const intakeDb: Db = dbOn(() => own())

class Overrun extends Error {}

/** Resolves once the event is stored; with false if it had been. */
export const takeInEvents = (arrived: Arrived): Promise<boolean> => intake(arrived)

function intakeOn(pool: () => Pool): (arrived: Arrived) => Promise<boolean> {
  const waiting: Waiting[] = []
  let busy = 0
  async function work(): Promise<void> {
    if (busy >= lanes) return
    busy++
    try {
      while (waiting.length > 0) await store(pool(), waiting.splice(0, mostTogether))
    } finally {
      busy--
    }
  }
  return (arrived) => {
    if (waiting.length >= mostWaiting) return Promise.reject(new Overrun('too many events at once'))
    return new Promise((taken, refused) => {
      waiting.push({ ...arrived, taken, refused })
      void work()
    })
  }
}

async function store(pool: Pool, batch: Waiting[]): Promise<void> {
  try {
    const stored = new Set(await insert(pool, batch))
    // Two equal events in a batch: the first is the new one.
    for (const one of batch) one.taken(stored.delete(one.dedupeKey))
  } catch (error) {
    // One event that the database can't take must not keep the others out.
    if (batch.length > 1 && /^2[23]/.test(String((error as { code?: string }).code)))
      return void (await Promise.all(batch.map((one) => store(pool, [one]))))
    for (const one of batch) one.refused(error)
  }
}

/** Inserts in one order everywhere, so that two who write the same events never wait for each other in a circle. */
async function insert(pool: Pool, batch: Waiting[]): Promise<string[]> {
  const sorted = [...batch].sort((one, other) => (one.dedupeKey < other.dedupeKey ? -1 : 1))
  const { rows } = await pool.query<{ dedupe_key: string }>(
    `insert into webhook_events (provider, dedupe_key, event, about, body, state, done_at)
      select provider, key, event, about::jsonb, body, case when about::jsonb ->> 'noun' = 'nothing' then 'ignored' else 'received' end,
        case when about::jsonb ->> 'noun' = 'nothing' then now() end
      from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bytea[]) as x (provider, key, event, about, body)
      on conflict (provider, dedupe_key) do nothing returning dedupe_key`,
    [
      sorted.map(({ provider }) => provider),
      sorted.map(({ dedupeKey }) => dedupeKey),
      sorted.map(({ event }) => event),
      sorted.map(({ about }) => JSON.stringify(about)),
      sorted.map(({ body }) => Buffer.from(body.buffer, body.byteOffset, body.byteLength)),
    ],
  )
  return rows.map(({ dedupe_key }) => dedupe_key)
}

const heard = new Counter({
  name: 'provider_events_total',
  help: 'What was posted to us as the payment provider: stored, heard before, or not signed by it',
  labelNames: ['outcome'] as const,
  registers: [metrics],
})

/**
 * Receives what the provider of this name posts: checks the signature, stores, answers; processing follows. Nothing else is done before the
 * answer. Every signed event is stored, even one that nobody understands, so that it is not sent for days.
 */
export async function hear(provider: string, raw: Uint8Array, headers: Headers): Promise<Response> {
  return new Response(null, { status: await outcome(provider, raw, headers) })
}

async function outcome(provider: string, raw: Uint8Array, headers: Headers): Promise<200 | 401 | 503> {
  const event = providerNamed(provider).readEvent(raw, headers)
  if (event.is === 'forged') {
    heard.inc({ outcome: 'forged' })
    return 401
  }
  const { dedupeKey, event: name, about } = event.is === 'event' ? event : strange(raw)
  try {
    const isNew = await takeInEvents({ provider, body: raw, dedupeKey, event: name, about })
    heard.inc({ outcome: isNew ? 'stored' : 'again' })
    if (isNew && about.noun !== 'nothing') eventsCame()
    return 200
  } catch (error) {
    heard.inc({ outcome: 'missed' })
    if (!lifecycle.heard(error)) log.error({ err: error }, 'an event of the provider could not be stored')
    else log.warn({ gone: isDatabaseGone(error) }, 'an event of the provider came while the database was away')
    return 503
  }
}

const strange = (raw: Uint8Array) => ({
  dedupeKey: `sha256:${createHash('sha256').update(raw).digest('hex')}`,
  event: '',
  about: { noun: 'nothing' as const },
})
