import { sql } from 'kysely'
import { drivesOfAccounts } from '#app/drives/codes/codes.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { inBatchesOn, inBatchesOrAlone } from '#app/platform/postgres/batches.server.ts'
import type { MobileMoney, PayInVerdict, ToldOfPayIn } from '#app/platform/providers/mobile-money.server.ts'
import { type CallbackPurpose, callbackPatience, withinMilliseconds } from './callback-urls.server.ts'
import { insertCodes, typedAccountOf } from './codes.server.ts'
import { confirmWithMpesa } from './confirm.server.ts'
import { placeReceipt } from './credit.server.ts'

// Payments that people send from the menu of their phone. M-Pesa asks whether we take one, and tells us of it after. Neither
// credits anything: a post makes us read the list.

/** The answer to a post to one of the two addresses. `status`: the HTTP status; `outcome`: the label in the metrics. */
export type CallbackReply = { status: number; outcome: string; body?: object }

/** `quick`: the connections that only look up whether a payment is taken. */
export type On = { db: Db; quick: Db }

/** Handles a post about a payment. Undefined if the purpose of the address is not known, and the post is not about such a payment. */
export async function receivePayIn(
  on: On,
  rail: MobileMoney,
  purpose: CallbackPurpose | 'not known',
  raw: Uint8Array,
): Promise<CallbackReply | undefined> {
  const told = rail.readPayIn(raw)
  const taken = rail.answerPayIn('taken')
  if (told.is === 'garbage')
    return purpose === 'not known' ? undefined : { status: 200, outcome: 'garbage', body: taken }
  if (told.shortcode !== rail.capabilities().payIn?.number) {
    log.warn({ shortcode: told.shortcode }, 'a payment to another number than ours was posted')
    return { status: 200, outcome: 'another', body: taken }
  }
  if (purpose === 'confirmation') {
    await keepConfirmed(on.db, told)
    return { status: 200, outcome: 'stored', body: taken }
  }
  // If we fail, the payment is taken, and looked for in the list: a desk is better than a lost gift.
  const verdict =
    purpose === 'validation' ? await withinMilliseconds(verdictOn(on.quick, told), callbackPatience) : 'late'
  return { status: 200, outcome: verdict, body: verdict === 'late' ? taken : rail.answerPayIn(verdict) }
}

const verdictOn = inBatchesOn(verdictsOn, { ways: 2 })

async function verdictsOn(db: Db, all: ToldOfPayIn[]): Promise<PayInVerdict[]> {
  const found = await drivesOfAccounts(
    db,
    all.map(({ account }) => account),
  )
  const asked = all.map(({ account }) => typedAccountOf(found.get(account), account))
  const onPhones = await thoseOnPhones(db, asked)
  const taking = await thoseTakingGifts(
    db,
    all.map(({ account }) => found.get(account)?.driveId),
  )
  return all.map(({ cents, account }, at) => {
    if (cents % 100 !== 0) return 'wrong amount'
    // A request of ours that can still be answered is taken, whatever became of its drive.
    if (onPhones.has(asked[at]!)) return 'taken'
    const drive = found.get(account)
    if (!drive) return 'unknown account'
    return drive.driveId !== null && taking.has(drive.driveId) ? 'taken' : 'not now'
  })
}

async function thoseOnPhones(db: Db, accounts: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('mpesa_prompts')
    .where('account', '=', sql<string>`any(${accounts}::text[])`)
    .where('state', 'in', ['created', 'open', 'unknown'])
    .select('account')
    .execute()
  return new Set(rows.map(({ account }) => account))
}

async function thoseTakingGifts(db: Db, ids: (string | null | undefined)[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from open_drives where id = any(${[...new Set(ids.filter((id) => id != null))]}::uuid[]) and takes_gifts`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Keeps its code, and asks M-Pesa: about the request that it names, or for the list. */
async function keepConfirmed(db: Db, told: ToldOfPayIn): Promise<void> {
  if (!told.receipt) return
  const kept = await keepOne(db, told)
  if (kept === 'known') return
  const prompt = kept.promptId === null ? undefined : await promptOf(db, kept.promptId)
  if (prompt?.state === 'paid') return placeReceipt(db, prompt.id, 'query')
  await confirmWithMpesa(db, prompt?.checkout ? prompt.id : null)
}

type Kept = 'known' | { promptId: number | null }

const keepAlone = async (db: Db, told: ToldOfPayIn): Promise<Kept> => (await keepTogether(db, [told]))[0]!

const keepOne = inBatchesOrAlone<Db, ToldOfPayIn, Kept>(keepTogether, keepAlone, { ways: 2 })

/** Keeps many, in order, so that two at once don't deadlock. Undefined for one that names the code or request of an earlier one. */
async function keepTogether(db: Db, all: ToldOfPayIn[]): Promise<(Kept | undefined)[]> {
  const found = await drivesOfAccounts(
    db,
    all.map(({ account }) => account),
  )
  const seen = new Set<string>()
  const firsts = all.flatMap((told) => {
    const asked = typedAccountOf(found.get(told.account), told.account)
    const isRequest = found.get(told.account)?.tag !== null
    const names = [`code ${told.receipt}`, ...(isRequest ? [`request ${asked}`] : [])]
    const isFirst = !names.some((one) => seen.has(one))
    for (const one of names) seen.add(one)
    return isFirst ? [{ told, asked, isRequest }] : []
  })
  const requests = await requestsOf(
    db,
    firsts.filter(({ isRequest }) => isRequest),
  )
  const rows = await insertCodes(
    db,
    firsts.map(({ told, asked }) => ({
      ...told,
      receipt: told.receipt!,
      by: 'confirmation',
      promptId: requests.get(`${asked} ${told.cents}`) ?? null,
    })),
    {
      request: sql`case when not exists (select from mpesa_receipts o where o.prompt_id = m.prompt_id) then prompt_id end`,
    },
  )
  const kept = new Map(rows.map(({ receipt, promptId }) => [receipt, { promptId }]))
  const done = new Set(firsts.map(({ told }) => told))
  return all.map((told) => (done.has(told) ? (kept.get(told.receipt ?? '') ?? 'known') : undefined))
}

/** The requests that have these accounts and amounts, by account and cents. */
async function requestsOf(db: Db, all: { told: ToldOfPayIn; asked: string }[]): Promise<Map<string, number>> {
  if (all.length === 0) return new Map()
  const { rows } = await sql<{ id: number; account: string; cents: number }>`
    select q.id, q.account, p.amount as cents
    from unnest(${all.map(({ asked }) => asked)}::text[], ${all.map(({ told }) => told.cents)}::bigint[]) m (account, cents)
      join mpesa_prompts q on q.account = m.account join payments p on p.id = q.payment_id and p.amount = m.cents`.execute(
    db,
  )
  return new Map(rows.map(({ id, account, cents }) => [`${account} ${cents}`, id]))
}

const promptOf = (db: Db, id: number) =>
  db
    .selectFrom('mpesa_prompts')
    .where('id', '=', id)
    .select(['id', 'state', 'checkout_id as checkout'])
    .executeTakeFirst()
