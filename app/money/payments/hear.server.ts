import { createHash } from 'node:crypto'
import { Counter } from 'prom-client'
import { log } from '#app/platform/log.server.ts'
import { isDatabaseGone, lifecycle } from '#app/platform/processes/lifecycle.server.ts'
import { metrics } from '#app/platform/processes/metrics.server.ts'
import { providerNamed } from '#app/platform/providers/provider.server.ts'
import { eventsCame } from './events.server.ts'
import { takeInEvents } from './intake.server.ts'

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
