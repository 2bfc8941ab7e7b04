import type { Answer } from '../bodies.ts'
import * as paybill from './paybill.ts'
import * as payouts from './payouts.ts'
import * as prompts from './prompts.ts'
import * as pull from './pull.ts'
import * as questions from './questions.ts'
import * as reversals from './reversals.ts'
import type { Scene } from './world.ts'

// What programs can ask for: M-Pesa's table of contents.

type Run = (scene: Scene, body: Record<string, unknown>) => Promise<Answer>

/** Path and the name that faults are set by. All are posted to. */
const table: Record<string, { endpoint: string; run: Run }> = {
  '/mpesa/stkpush/v1/processrequest': { endpoint: 'prompt', run: prompts.push },
  '/mpesa/c2b/v2/registerurl': { endpoint: 'register', run: paybill.register },
  '/mpesa/b2c/v3/paymentrequest': { endpoint: 'payout', run: payouts.send },
  '/mpesa/reversal/v1/request': { endpoint: 'reversal', run: reversals.reverse },
  '/mpesa/transactionstatus/v1/query': { endpoint: 'status', run: questions.status },
  '/mpesa/accountbalance/v1/query': { endpoint: 'balance', run: questions.balance },
  '/pulltransactions/v1/register': { endpoint: 'list-register', run: pull.register },
  '/pulltransactions/v1/query': { endpoint: 'list', run: pull.query },
  '/mpesa/stkpushquery/v1/query': { endpoint: 'prompt-query', run: prompts.ask },
}

/** What faults of calls are set by. */
export const endpoints = new Set(['token', ...Object.values(table).map(({ endpoint }) => endpoint)])

export const lineFor = (path: string) => (Object.hasOwn(table, path) ? table[path] : undefined)
