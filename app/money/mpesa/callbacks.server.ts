import { sql } from 'kysely'
import { Counter } from 'prom-client'
import { trackEvent } from '#app/money/payments/events.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { metrics } from '#app/platform/metrics.server.ts'
import { mobileMoney } from '#app/platform/mobile-money.server.ts'
import { inBatchesOn, inBatchesOrAlone } from '#app/platform/postgres/batches.server.ts'
import { receiveAnswer } from './asks.server.ts'
import { purposeOfUrl } from './callback-urls.server.ts'
import { confirmWithMpesa } from './confirm.server.ts'
import { placeReceipt } from './credit.server.ts'
import { type CallbackReply, type On, receivePayIn } from './pay-in.server.ts'
import { storePostedCodes } from './receipts.server.ts'
import { hashOfCallbackToken } from './secret-address.server.ts'
import { receiveSentResult } from './sent.server.ts'

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
  const purpose = await purposeOfUrl(on.quick, token)
  const payIn = rail && purpose ? await receivePayIn(on, rail, purpose, raw) : undefined
  return payIn ?? storeTold(on.db, token, raw)
}
const nowhere: CallbackReply = { status: 404, outcome: 'nowhere' }

async function storeTold(db: Db, token: string, raw: Uint8Array): Promise<CallbackReply | undefined> {
  const prompt = await requestAt(db, hashOfCallbackToken(token))
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
  await keepTold(db, { promptId: prompt.id, told: told.state, receipt })
  // A question booked its money before; its code gets its place only now.
  if (prompt.state === 'paid' && (await hasCodeWithoutPlace(db, prompt.id))) await placeReceipt(db, prompt.id, 'query')
  // The answer does not wait for the question. A request that can't be asked about is looked for in M-Pesa's list.
  if (isNews) await confirmWithMpesa(db, prompt.checkout ? prompt.id : null)
  return { status: 200, outcome: 'stored' }
}

// M-Pesa's posts about requests on phones, when hundreds are paid in the same second. A post waits at most for the posts before
// it, and all of them hold only two connections to the database: a row that another transaction has locked delays no post that
// has nothing to do with it.

type Request = { id: number; checkout: string | null; told: string | null; state: string }

/** Finds the request that has this secret address. */
const requestAt = inBatchesOn(
  async (db: Db, hashes: Buffer[]): Promise<(Request | undefined)[]> => {
    const rows = await db
      .selectFrom('mpesa_prompts')
      .where('hear_hash', '=', sql<Buffer>`any(${hashes}::bytea[])`)
      .select(['id', 'checkout_id as checkout', 'told', 'state', 'hear_hash'])
      .execute()
    const found = new Map(rows.map(({ hear_hash: hash, ...request }) => [hash.toString('hex'), request]))
    return hashes.map((hash) => found.get(hash.toString('hex')))
  },
  { ways: 2 },
)

type Told = { promptId: number; told: string; receipt: string | null }

/** Stores the end that was told, and the code, which proves nothing. */
const keepTold = inBatchesOrAlone<Db, Told, true>(
  async (db, all) => {
    const firsts = firstOfEach(all)
    await sql`
      with mine as (
        select q.id, m.told from unnest(${firsts.map(({ promptId }) => promptId)}::bigint[], ${firsts.map(({ told }) => told)}::text[])
          m (id, told) join mpesa_prompts q on q.id = m.id where q.told is distinct from m.told
        order by q.id for no key update of q)
      update mpesa_prompts q set told = mine.told from mine where q.id = mine.id`.execute(db)
    await storePostedCodes(
      db,
      firsts.flatMap(({ promptId, receipt }) => (receipt === null ? [] : [{ promptId, receipt }])),
    )
    const kept = new Set(firsts)
    return all.map((one) => kept.has(one) || undefined)
  },
  keepAlone,
  { ways: 2 },
)

async function keepAlone(db: Db, { promptId, told, receipt }: Told): Promise<true> {
  await db.updateTable('mpesa_prompts').set({ told }).where('id', '=', promptId).execute()
  if (receipt !== null) await storePostedCodes(db, [{ promptId, receipt }])
  return true
}

/** Keeps each request once, and each code once: other posts about them are stored after that. */
function firstOfEach(all: Told[]): Told[] {
  const seen = new Set<string>()
  return all.filter(({ promptId, receipt }) => {
    const names = [`request ${promptId}`, ...(receipt === null ? [] : [receipt])]
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
