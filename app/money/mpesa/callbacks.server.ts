import { sql } from 'kysely'
import { Counter } from 'prom-client'
import { trackEvent } from '#app/money/payments/events.server.ts'
import { type Db, retried } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { inBatchesOn, inBatchesOrAlone } from '#app/platform/postgres/batches.server.ts'
import { metrics } from '#app/platform/processes/metrics.server.ts'
import { mobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { listenerAt, type RequestTold } from './callback-urls.server.ts'
import { confirmWithMpesa } from './confirm.server.ts'
import { placeReceipt } from './credit.server.ts'
import { type CallbackReply, type On, receivePayIn } from './pay-in.server.ts'
import { receiveAnswer } from './requests.server.ts'
// The kinds of requests register there.
import './balance.server.ts'
import './receipt-status.server.ts'
import './reversals.server.ts'
import { storePostedCodes } from './receipts.server.ts'
import { receiveSentResult } from './send.server.ts'

// M-Pesa's posts to our secret addresses. A post proves nothing: it makes us ask, and names the code to look for.

const heard = new Counter({
  name: 'mpesa_told_total',
  help: 'What was posted to us by M-Pesa: stored, for another request, not to be understood, to no address of ours, and our verdicts',
  labelNames: ['outcome'] as const,
  registers: [metrics],
})

const shape = /^[0-9a-f]{64}$/

/**
 * Handles a post to a secret address: about a request on a phone, a payment that nobody was asked for, money that we sent, or a
 * question of ours. `quick`: connections that only look up whether a payment is taken, so that its payer waits for no work and
 * for no lock.
 */
export async function receiveCallback(db: Db, token: string, raw: Uint8Array, quick = db): Promise<Response> {
  const answered = shape.test(token) ? await trackEvent('told', heardOf({ db, quick }, token, raw)) : undefined
  const { status, outcome, body } = answered ?? nowhere
  heard.inc({ outcome })
  return body ? Response.json(body, { status }) : new Response(null, { status })
}

const heardOf = async (on: On, token: string, raw: Uint8Array): Promise<CallbackReply | undefined> =>
  (await hear(on, token, raw)) ??
  (await receiveSentResult(on.db, token, raw)) ??
  (await receiveAnswer(on.db, token, raw))

async function hear(on: On, token: string, raw: Uint8Array): Promise<CallbackReply | undefined> {
  const rail = mobileMoney()
  const { purpose, request } = await listenerAt(on, token)
  const payIn = rail && purpose ? await receivePayIn(on, rail, purpose, raw) : undefined
  return payIn ?? storeTold(on.db, await request(), raw)
}
const nowhere: CallbackReply = { status: 404, outcome: 'nowhere' }

async function storeTold(db: Db, prompt: RequestTold | null, raw: Uint8Array): Promise<CallbackReply | undefined> {
  if (!prompt) return undefined
  const told = mobileMoney()?.readPrompt(raw)
  if (!told || told.is === 'garbage') return { status: 200, outcome: 'garbage' }
  // The address is this request's. A body that names another is not believed, and is reported in the metrics.
  if (prompt.checkout !== null && told.id !== prompt.checkout) {
    log.warn({ prompt: prompt.id }, 'what was posted about a request names another one')
    return { status: 200, outcome: 'another' }
  }
  const isNews = prompt.told !== told.state && prompt.state !== 'paid'
  const receipt = told.state === 'paid' ? told.receipt : null
  await keepTold(db, { ...prompt, told: told.state, receipt })
  // A question booked its money before; its code gets its place only now.
  if (prompt.state === 'paid' && (await hasCodeWithoutPlace(db, prompt.id))) await placeReceipt(db, prompt.id, 'query')
  // The answer does not wait for the question. A request that can't be asked about is looked for in M-Pesa's list.
  if (isNews) await confirmWithMpesa(db, prompt.checkout ? prompt.id : null)
  return { status: 200, outcome: 'stored' }
}

// M-Pesa's posts about requests on phones, when hundreds are paid in the same second. A post waits at most for the posts before
// it, and all of them hold only two connections to the database: a row that another transaction has locked delays no post that
// has nothing to do with it.

type Told = Pick<RequestTold, 'id' | 'account' | 'cents'> & { told: string; receipt: string | null }

/**
 * Stores the end that was told, and the code, which proves nothing, in one statement. Locks the requests before their codes, as
 * every booking does: the codes are inserted once the requests are noted.
 */
async function keepAll(db: Db, all: Told[]): Promise<(true | undefined)[]> {
  const firsts = firstOfEach(all)
  const codes = firsts.flatMap(({ id, receipt, account, cents }) =>
    receipt === null ? [] : [{ promptId: id, receipt, account, cents }],
  )
  const told = sql`
    update mpesa_prompts q set told = m.told from (
      select q.id, m.told from unnest(${firsts.map(({ id }) => id)}::bigint[], ${firsts.map(({ told }) => told)}::text[])
        m (id, told) join mpesa_prompts q on q.id = m.id where q.told is distinct from m.told
      order by q.id for no key update of q) m where q.id = m.id returning q.id`
  await retried(() => storePostedCodes(db, codes, told))
  const kept = new Set(firsts)
  return all.map((one) => kept.has(one) || undefined)
}

const keepTold = inBatchesOrAlone<Db, Told, true>(keepAll, async (db, one) => (await keepAll(db, [one]))[0]!, {
  ways: 2,
  evenOne: true,
})

/** Keeps each request once, and each code once: other posts about them are stored after that. */
function firstOfEach(all: Told[]): Told[] {
  const seen = new Set<string>()
  return all.filter(({ id, receipt }) => {
    const names = [`request ${id}`, ...(receipt === null ? [] : [receipt])]
    const isFirst = !names.some((one) => seen.has(one))
    for (const one of names) seen.add(one)
    return isFirst
  })
}

/** True if the request's code was told and has no place yet. */
const hasCodeWithoutPlace = inBatchesOn(
  async (db: Db, promptIds: number[]): Promise<boolean[]> => {
    const rows = await db
      .selectFrom('mpesa_receipts')
      .where('prompt_id', '=', sql<number>`any(${promptIds}::bigint[])`)
      .where('state', '=', 'heard')
      .select('prompt_id')
      .execute()
    const without = new Set(rows.map(({ prompt_id }) => prompt_id))
    return promptIds.map((id) => without.has(id))
  },
  { ways: 2 },
)
