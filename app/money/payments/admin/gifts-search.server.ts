import { type SqlBool, sql } from 'kysely'
import { centsIn } from '#app/kit/amount.ts'
import { phoneIn } from '#app/kit/phone.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { nameOf, providers } from '#app/platform/provider.server.ts'
import { containing, joined } from '#app/platform/search.server.ts'

// What a person typed to find a gift by: a reference, a receipt, an amount, or a part of a name or an address.

/** `letters` is what an index finds by them: all that matches, and more. */
export type Typed = { is: 'reference' | 'receipt' | 'phone' | 'amount' | 'words'; matches: Found; letters?: Found }
type Found = ReturnType<typeof sql<SqlBool>>

const receipt = /^H\d{4}-(\d{6,12})$/i

/** Numbers are amounts, or the provider's number of the payment; what begins like a reference is one. */
export function typedIn(search: string): Typed | undefined {
  if (!search) return undefined
  if (/^don-[\da-f]*$/i.test(search))
    return { is: 'reference', matches: sql<SqlBool>`p.reference like ${`${search.toLowerCase()}%`}` }
  const number = receipt.exec(search)?.[1]
  if (number)
    return {
      is: 'receipt',
      matches: sql<SqlBool>`p.id = (select payment_id from donations where id = ${number}::bigint)`,
    }
  const phone = phoneTyped(search)
  if (phone) return { is: 'phone', matches: byPhone(phone, search) }
  const cents = centsIn(search)
  if (cents !== undefined) return { is: 'amount', matches: byNumber(cents, search) }
  return { is: 'words', matches: byWords(search), letters: withLetters(search) }
}

/** A number that is written as one of a phone; the digits of an amount begin otherwise. */
const phoneTyped = (search: string) => (/^(\+|0|254)[\d\s-]{9,}$/.test(search) ? phoneIn(search) : undefined)

/** Payments that were asked for on this phone. The provider's number of a payment may look like one. */
const byPhone = (phone: string, search: string) => sql<SqlBool>`p.id in (
  select q.payment_id from mpesa_prompts q where q.phone = ${phone}
  union all select v.id from payments v where v.provider = any(${providers().map(nameOf)}) and v.provider_tx_id = ${search})`

const byNumber = (cents: number, search: string) =>
  sql<SqlBool>`(p.amount = ${cents}::bigint
    or (p.provider = any(${providers().map(nameOf)}) and p.provider_tx_id = ${search}))`

/** Payments by M-Pesa’s code or by the account that the payer saw. A name can look like one, so words are looked for, too. */
function byMpesa(search: string) {
  if (!/^[A-Z0-9]{8,12}$/i.test(search)) return undefined
  const number = search.toUpperCase()
  return sql`select r.payment_id from mpesa_receipts r where r.receipt = ${number} and r.payment_id is not null
    union all select q.payment_id from mpesa_prompts q where q.account = ${number}`
}

/** Three letters can be looked up wherever they stand; fewer only where a name or an address begins with them. */
const likeOf = (search: string, of: (words: string) => string) => (search.length < 3 ? of(search).slice(1) : of(search))

function byWords(search: string) {
  const like = likeOf(search, containing)
  const paid = byMpesa(search)
  return sql<SqlBool>`(p.donor_name ilike ${like} or p.donor_email ilike ${like} ${paid ? sql`or p.id in (${paid})` : sql``})`
}

/**
 * The payments whose giver's name or address has these letters, and some others: of gifts that came in by the gift, of what did
 * not by the attempt. What is under way is little, and all of it.
 */
function withLetters(search: string): Found {
  const [name, email] = [likeOf(search, joined), likeOf(search, containing)]
  const paid = byMpesa(search)
  return sql<SqlBool>`p.id in (
    select d.payment_id from donations d where replace(d.donor_name, ' ', 'q') ilike ${name} or d.donor_email ilike ${email}
    union all
    select l.id from payments l where l.kind = 'donation' and l.status in ('failed', 'abandoned', 'mismatch')
      and (replace(l.donor_name, ' ', 'q') ilike ${name} or l.donor_email ilike ${email})
    union all
    select w.id from payments w where w.kind = 'donation' and w.status in ('created', 'pending', 'init_unknown')
    ${paid ? sql`union all ${paid}` : sql``})`
}

/** So many of what was found are looked at one by one; of more, the list is read along instead. */
export const mostFound = 10_000
const newest = 5000
const enough = 50

/**
 * True when so many gifts are meant that reading along finds enough of them soon. Looking such words up would gather nearly
 * every gift there is.
 */
export async function isBroad(tx: Tx, { is, matches }: Typed): Promise<boolean> {
  if (is !== 'words') return false
  const { rows } = await sql<{ looked: number; found: number }>`
    select count(*)::int as looked, (count(*) filter (where ${matches}))::int as found from (
      select p.id, p.donor_name, p.donor_email from payments p where p.kind = 'donation'
      order by p.created_at desc, p.id desc limit ${newest}::int) p`.execute(tx)
  const { looked, found } = rows[0]!
  return looked === newest && found >= enough
}

/**
 * Asks with plans made for these very values: a drive with ten gifts and one with a million want different ones. `lookUp`
 * keeps the database from reading the whole table because it takes words for more common than they are.
 */
export const planned = <Done>(db: Db, run: (tx: Tx) => Promise<Done>): Promise<Done> =>
  db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local plan_cache_mode = force_custom_plan`.execute(tx)
      return run(tx)
    })

export async function lookUp<Done>(tx: Tx, run: () => Promise<Done>): Promise<Done> {
  await sql`set local enable_seqscan = off`.execute(tx)
  const done = await run()
  await sql`set local enable_seqscan = on`.execute(tx)
  return done
}
