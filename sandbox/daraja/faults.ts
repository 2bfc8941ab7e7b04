import type { Answer } from '../bodies.ts'
import { type Fault, faultsOf, faulty as faultyCall, numberIn } from '../faults.ts'
import { withGap } from './pull.ts'
import { requestName, type Scene } from './world.ts'

// What goes wrong on purpose at the pretend M-Pesa.

export const faults = faultsOf('daraja')

/** At the list alone. */
export const listFaults = ['gap']
export const callFaults = [
  'latency',
  'http',
  'reset-before',
  'reset-after',
  'lost-answer',
  'late-answer',
  'truncated',
  'html',
  'huge',
  'drip',
  'token-ended',
  'busy',
  'quota',
  'refused',
]

/** Answers a call with whatever is in its way. `run` does what was asked for. */
export const faulty = (scene: Scene, endpoint: string, run: () => Promise<Answer>): Promise<Response> =>
  faultyCall({ scene, faults, endpoint, refusal: (fault) => refusal(scene, fault), altered }, run)

/** What is said untruly. */
const altered = (fault: Fault, answer: Answer) => (fault.fault === 'gap' ? withGap(fault, answer) : answer)

const refusals: Record<string, [status: number, errorCode: string, errorMessage: string]> = {
  'token-ended': [404, '404.001.03', 'Invalid Access Token'],
  busy: [500, '500.003.02', 'System is busy. Please try again in few minutes.'],
  quota: [500, '500.003.03', 'Quota Violation'],
  refused: [400, '400.002.02', 'Bad Request - Invalid TransactionID'],
}

function refusal({ seed }: Scene, fault: Fault): Answer | undefined {
  const status = numberIn(fault, 'status', 500)
  const said =
    fault.fault === 'http' ? ([status, '500.003.1001', 'Internal Server Error'] as const) : refusals[fault.fault]
  if (!said) return undefined
  const [code, errorCode, errorMessage] = said
  return { status: code, body: { requestId: requestName(seed, Number(fault.id)), errorCode, errorMessage } }
}
