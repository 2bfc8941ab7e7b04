import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import { inBatchesOn, inBatchesOrAlone } from '#app/platform/postgres/batches.server.ts'
import { hearReceipts } from './receipts.server.ts'

// What M-Pesa posts about requests on phones, when hundreds are paid in the same second. Who tells us waits for what was told
// before them at most, and however many they are, they hold two connections to the database: a row that somebody else has locked
// keeps nobody away who has nothing to do with it.

type Request = { id: number; checkout: string | null; told: string | null; state: string }

/** The request whose secret address this is. */
export const requestAt = inBatchesOn(
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

/** Writes down the end that was told, and the code, which proves nothing. */
export const keepTold = inBatchesOrAlone<Db, Told, true>(
  async (db, all) => {
    const firsts = firstOfEach(all)
    await sql`
      with mine as (
        select q.id, m.told from unnest(${firsts.map(({ promptId }) => promptId)}::bigint[], ${firsts.map(({ told }) => told)}::text[])
          m (id, told) join mpesa_prompts q on q.id = m.id where q.told is distinct from m.told
        order by q.id for no key update of q)
      update mpesa_prompts q set told = mine.told from mine where q.id = mine.id`.execute(db)
    await hearReceipts(
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
  if (receipt !== null) await hearReceipts(db, [{ promptId, receipt }])
  return true
}

/** Each request once, and each code once: what is told of them besides is written down after that. */
function firstOfEach(all: Told[]): Told[] {
  const seen = new Set<string>()
  return all.filter(({ promptId, receipt }) => {
    const names = [`request ${promptId}`, ...(receipt === null ? [] : [receipt])]
    const isFirst = !names.some((one) => seen.has(one))
    for (const one of names) seen.add(one)
    return isFirst
  })
}

/** True of a request whose code was told and has no place yet. */
export const hasCodeWithoutPlace = inBatchesOn(
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
