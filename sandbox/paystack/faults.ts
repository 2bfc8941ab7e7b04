import type { Answer } from '../bodies.ts'
import { type Fault, faultsOf, faulty as faultyCall, numberIn, textIn } from '../faults.ts'
import { bytesOf } from '../seeded.ts'
import type { Scene } from './world.ts'

// What goes wrong on purpose at the pretend Paystack.

export const faults = faultsOf('paystack')

export const callFaults = [
  'latency',
  'http',
  'reset-before',
  'reset-after',
  'lost-answer',
  'late-answer',
  'truncated',
  'html',
  'status-false',
  'huge',
  'drip',
  'wrong-amount',
  'wrong-currency',
  'unknown-reference',
  'wrong-domain',
]
export const webhookFaultNames = [
  'wrong-amount',
  'wrong-currency',
  'unknown-reference',
  'wrong-domain',
  'bad-signature',
  'no-signature',
  'old-key',
  'replay',
  'shuffle',
  'burst',
  'latency',
  'never',
]

/** Answers a call with whatever is in its way. `run` does what was asked for. */
export const faulty = (scene: Scene, endpoint: string, run: () => Promise<Answer>): Promise<Response> =>
  faultyCall(
    {
      scene,
      faults,
      endpoint,
      refusal,
      altered: (fault, { status, body }) => ({
        status,
        body: { ...body, data: altered(fault, body.data, scene.seed) },
      }),
    },
    run,
  )

const failure = (message: string) => ({ status: false, message, type: 'api_error', code: 'unknown', meta: {} })

function refusal(fault: Fault): Answer | undefined {
  if (fault.fault === 'http')
    return {
      status: numberIn(fault, 'status', 500),
      body: failure(`Pretended ${numberIn(fault, 'status', 502)}`),
    }
  return fault.fault === 'status-false' ? { status: 200, body: failure('An error occurred') } : undefined
}

/** What is said of a payment or a transfer, made untrue. */
export function altered(fault: Fault, data: unknown, seed: string): unknown {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data
  const said = data as Record<string, unknown>
  const { settings } = fault
  if (fault.fault === 'wrong-amount') {
    const amount = 'amount' in settings ? settings.amount : Number(said.amount) + numberIn(fault, 'by', 100)
    return { ...said, amount, ...('requested_amount' in said ? { requested_amount: amount } : {}) }
  }
  if (fault.fault === 'wrong-currency') return { ...said, currency: textIn(fault, 'currency', 'NGN') }
  if (fault.fault === 'wrong-domain') return { ...said, domain: textIn(fault, 'domain', 'live') }
  if (fault.fault !== 'unknown-reference') return data
  const reference = textIn(
    fault,
    'reference',
    `nobody-${bytesOf(seed, `nobody ${JSON.stringify(said.reference ?? '')}`)
      .toString('hex')
      .slice(0, 20)}`,
  )
  const named = 'transaction_reference' in said ? 'transaction_reference' : 'reference'
  return { ...said, [named]: reference }
}
