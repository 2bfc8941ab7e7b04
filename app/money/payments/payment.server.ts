import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { PaidForColumns } from '#app/base/ledger/paid-for.ts'
import { Refusal } from '#app/kit/says.ts'
import { type Db, inOneGo, retried, type Tx } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { inBatchesOrAlone } from '#app/platform/postgres/batches.server.ts'
import { nameOf, provider } from '#app/platform/providers/provider.server.ts'
import { isAnothers, type Key, type KeyAnswer, type Started, startedBefore } from './opening.server.ts'
import { type For, kindOfPayment, type PaidForKind, paidFor } from './paid-for.server.ts'
import { paymentTexts } from './payment.ts'

type Begun = {
  what: For
  key: Key | undefined
  language: string
  by: string
  payer: string | null
  hash: string
  reference: string
}

/**
 * Writes a payment down before the provider is asked. A form that is sent twice starts one payment and is led to it;
 * the same key with other values is refused. The row of the key is the lock: a second press waits for the first.
 * `payer`: the browser that begins it, which alone is shown the receipt.
 */
export async function createPayment(
  db: Db,
  what: For,
  key?: Key,
  language = 'en',
  by = nameOf(provider()),
  payer: string | null = null,
): Promise<Started> {
  const begun = { what, key, language, by, payer, hash: hashOf(what), reference: newReference(what.kind) }
  const answer = await createOne(db, begun)
  if (answer instanceof Refusal) throw answer
  return answer
}

const createOne = inBatchesOrAlone<Db, Begun, KeyAnswer>(
  createPayments,
  async (db, begun) => (await createPayments(db, [begun]))[0]!,
  { ways: 2, evenOne: true },
)

/**
 * Writes down payments that are started at the same moment: those in order with one statement, which needs no transaction; each
 * other gets its reason. Undefined for those, among many, whose reasons could not be found: they are tried alone.
 */
export async function createPayments(db: Db, begun: Begun[]): Promise<(KeyAnswer | undefined)[]> {
  const columns = await columnsOf(db, begun)
  const written = await retried(() => write(db, firstOfEachKey(begun), columns))
  const left = begun.filter(({ reference }) => !written.has(reference))
  const reasons = await reasonsOf(db, left).catch((error) => {
    if (begun.length === 1) throw error
    log.warn({ err: error, many: left.length }, 'payments are started one by one')
    return new Map<Begun, KeyAnswer>()
  })
  return begun.map((one) => written.get(one.reference) ?? reasons.get(one))
}

type Taken = Map<Begun, PaidForColumns | Refusal>

/** Finds why these were not written. A payment whose key turns out to be free gets another round. */
async function reasonsOf(db: Db, begun: Begun[]): Promise<Map<Begun, KeyAnswer>> {
  if (begun.length === 0) return new Map()
  return inOneGo(db, async (tx) => {
    const answers = new Map<Begun, KeyAnswer>()
    for (let round = 0, left = begun; left.length > 0; left = left.filter((one) => !answers.has(one))) {
      if (round++ > begun.length + 3) throw new Error('payments that are started come to no end')
      const firsts = firstOfEachKey(left)
      const taken = await take(tx, firsts)
      const written = await write(tx, firsts, taken)
      // Keys are locked on the way, so their order matters: two that hold what the other waits for would be broken off.
      for (const one of firsts.toSorted(byKey)) {
        const answer = written.get(one.reference) ?? (await reasonOf(tx, one, taken.get(one)))
        if (answer) answers.set(one, answer)
      }
    }
    return answers
  })
}

/** Makes the reference that we and the provider use for a payment. Nobody guesses it. */
export const newReference = (kind: PaidForKind) => `${kindOfPayment(kind).prefix}-${randomBytes(16).toString('hex')}`

const hashOf = (what: For) =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(what).sort()))
    .digest('hex')

/** Asks each kind for its columns, or why it can't be paid for. */
async function take(db: Db | Tx, begun: Begun[]): Promise<Taken> {
  const taken: Taken = new Map()
  for (const kind of new Set(begun.map(({ what }) => what.kind))) {
    const these = begun.filter(({ what }) => what.kind === kind)
    const found = await kindOfPayment(kind).take(
      db,
      these.map(({ what }) => what),
    )
    for (const [at, one] of these.entries()) taken.set(one, found[at]!)
  }
  return taken
}

/** Returns the columns. Asks only kinds whose rule is not a part of the statement that writes. */
async function columnsOf(db: Db, begun: Begun[]): Promise<Taken> {
  const asked = begun.filter(({ what }) => !kindOfPayment(what.kind).taken)
  const taken = asked.length > 0 ? await take(db, asked) : new Map()
  for (const one of begun) {
    const kind = kindOfPayment(one.what.kind)
    if (kind.taken) taken.set(one, kind.taken.columns(one.what))
  }
  return taken
}

/** The rules that are a part of the statement: each kind's condition on a payment `b`. */
const isTaken = () => {
  const own = Object.entries(paidFor).flatMap(([kind, { taken }]) =>
    taken ? [sql`when ${sql.lit(kind)} then ${taken.where}`] : [],
  )
  return sql`case b.kind ${sql.join(own, sql` `)} else true end`
}

const byKey = (one: Begun, other: Begun) => keyText(one).localeCompare(keyText(other))
const keyText = ({ key }: Begun) => (key ? wordsOf(key) : '')
const wordsOf = ({ scope, key }: { scope: string; key: string }) => JSON.stringify([scope, key])

/** Keeps the first of each key and name. A form's second press is led to what the first one started; a name belongs to the first form. */
function firstOfEachKey(begun: Begun[]): Begun[] {
  const seen = new Set<string>()
  return begun.filter(({ key }) => {
    if (!key) return true
    const words = [key, ...(key.name ? [key.name] : [])].map(wordsOf)
    const isFirst = !words.some((one) => seen.has(one))
    for (const one of words) seen.add(one)
    return isFirst
  })
}

/** The columns that kinds fill in, with their types in Postgres. */
const columns: [keyof PaidForColumns, type: string, unsaid: unknown][] = [
  ['donor_name', 'text', ''],
  ['donor_email', 'text', ''],
  ['donor_phone', 'text', ''],
  ['message', 'text', ''],
  ['anonymous', 'boolean', false],
  ['pledge_id', 'bigint', null],
  ['user_id', 'uuid', null],
  ['package_id', 'uuid', null],
  ['views', 'integer', null],
]
const names = sql.join(columns.map(([name]) => sql.ref(name)))

/** Writes keys and payments in one statement, where the key is free. Keys have one order everywhere. */
async function write(on: Db | Tx, begun: Begun[], taken: Taken): Promise<Map<string, Started>> {
  const these = begun.flatMap((one) => {
    const own = taken.get(one)!
    return own instanceof Refusal ? [] : [{ ...one, own }]
  })
  if (these.length === 0) return new Map()
  const each = <Value>(of: (one: (typeof these)[number]) => Value) => sql.val(these.map(of))
  const own = columns.map(([name, type, unsaid]) => sql`${each(({ own }) => own[name] ?? unsaid)}::${sql.raw(type)}[]`)
  const { rows } = await sql<{ id: number; reference: string; status: string }>`
    with begun as (
      select nextval('payments_id_seq') as id, b.*
      from unnest(${each(({ reference }) => reference)}::text[], ${each(({ what }) => what.kind)}::text[],
        ${each(({ what }) => what.driveId)}::uuid[], ${each(({ what }) => what.amount)}::bigint[],
        ${each(({ language }) => language)}::text[], ${each(({ by }) => by)}::text[], ${each(({ payer }) => payer)}::text[], ${each(({ hash }) => hash)}::text[],
        ${each(({ key }) => key?.scope ?? null)}::text[], ${each(({ key }) => key?.key ?? null)}::text[],
        ${each(({ key }) => key?.name?.scope ?? null)}::text[], ${each(({ key }) => key?.name?.key ?? null)}::text[],
        ${sql.join(own)})
        b (reference, kind, fund_drive_id, amount, language, provider, returned, hash, scope, key, named_in, named, ${names})
      where ${isTaken()}
    ), named as (
      insert into idempotency_keys (scope, key, request_hash)
      select named_in, named, hash from begun where named is not null order by named_in, named
      on conflict do nothing returning scope, key
    ), taken as (
      insert into idempotency_keys (scope, key, request_hash, payment_id)
      select scope, key, hash, id from begun b
      where key is not null and (named is null or (named_in, named) in (select scope, key from named) or exists (
        select from idempotency_keys n
        where n.scope = b.named_in collate "C" and n.key = b.named collate "C" and n.request_hash = b.hash))
      order by scope, key
      on conflict do nothing returning scope, key
    )
    insert into payments (id, reference, kind, fund_drive_id, amount, language, provider, returned, ${names}) overriding system value
    select id, reference, kind, fund_drive_id, amount, language, provider, returned, ${names}
    from begun where key is null or (scope, key) in (select scope, key from taken)
    returning id, reference, status`.execute(on)
  return new Map(rows.map((row) => [row.reference, { ...row, url: null, again: false }]))
}

/** Returns why it was not written: what the same form started before, or a refusal. Undefined if its key is free by now. */
async function reasonOf(
  tx: Tx,
  { key, hash }: Begun,
  taken: PaidForColumns | Refusal | undefined,
): Promise<KeyAnswer | undefined> {
  if (key?.name && (await isAnothers(tx, key.name, hash))) return new Refusal(paymentTexts.otherForm, { status: 422 })
  const before = key && (await startedBefore(tx, key, hash))
  return before ?? (taken instanceof Refusal ? taken : undefined)
}
