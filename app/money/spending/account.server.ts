import { sql } from 'kysely'
import { isSlug } from '#app/drives/drive/slug.ts'
import type { FileColumn, Reader } from '#app/kit/list.ts'
import { dayAt, daysBetween } from '#app/kit/time.ts'
import { channels, channelWords, type GiftChannel } from '#app/money/donations/channel.ts'
import { changesRead } from '#app/money/payouts/changes.server.ts'
import { isAsSaid } from '#app/money/payouts/seals.server.ts'
import { bookUpTo } from '#app/money/public-book/book.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { takeTry } from '#app/platform/http/limits.server.ts'
import { household } from '#app/platform/http/network-address.server.ts'
import { tableFile } from '#app/platform/list.server.ts'
import {
  type AccountKind,
  type AccountSums,
  type AccountWithdrawal,
  type Payee,
  type PublicChange,
  restOfDrive,
} from './account.ts'
import { planOfDrive } from './plan.server.ts'
import { receiptsOf, sentAndShownIn, withdrawalsOf, withdrawalWith } from './receipts.server.ts'
import { notShown, type SpentWithdrawal } from './spending.ts'

// Reads public accounts. They are open to everybody, also when a drive is paused, completed or stopped, or its views are used up.

type Account = { id: string; slug: string; title: string; isStopped: boolean; isFinal: boolean }

/** Finds the drive of an account. A draft has none. */
export async function accountOfDrive(db: Db, slug: string): Promise<Account | undefined> {
  if (!isSlug(slug)) return undefined
  return db
    .selectFrom('fund_drives')
    .where('slug', '=', slug)
    .where('published_at', 'is not', null)
    .select(['id', 'slug', 'title'])
    .select([sql<boolean>`stopped_at is not null`.as('isStopped'), sql<boolean>`status = 'completed'`.as('isFinal')])
    .executeTakeFirst()
}

/** Reads the sums of an account. One statement reads all of them, so that they agree while gifts arrive. */
export async function accountSums(db: Db, driveId: string): Promise<AccountSums> {
  const { rows } = await sql<
    Omit<AccountSums, 'given' | 'payees'> & { payees: { payee: string | null; sum: number }[] }
  >`
    select
      (select coalesce(json_agg(json_build_object('way', channel, 'gifts', gifts, 'sum', sum)), '[]'::json) from (
        select channel, count(*) as gifts, sum(amount) as sum from donations where fund_drive_id = ${driveId} group by 1) d) as ways,
      (select coalesce(sum(r.amount), 0)::bigint from reversals r join donations d on d.payment_id = r.payment_id
        where d.fund_drive_id = ${driveId} and r.state = 'done') as back,
      (select coalesce(sum(debt), 0)::bigint from write_offs where fund_drive_id = ${driveId}) as forgiven,
      coalesce((select shown from drive_beside where fund_drive_id = ${driveId}), 0) as beside,
      coalesce(sum(net) filter (where status = 'completed'), 0)::bigint as sent,
      (select coalesce(json_agg(p order by p.payee nulls first), '[]'::json) from (
        select ${payeeColumn} as payee, sum(net) as sum from payout_requests o
        where fund_drive_id = ${driveId} and status = 'completed' group by 1) p) as payees,
      coalesce(sum(fee) filter (where status = 'completed'), 0)::bigint as fee,
      coalesce(sum(amount) filter (where status in ('waiting', 'processing', 'approved')), 0)::bigint as "setAside",
      (select coalesce(sum(least(shown, sent)), 0)::bigint from ${sentAndShownIn(driveId)}) as shown
    from payout_requests where fund_drive_id = ${driveId}`.execute(db)
  const row = rows[0]!
  const ways = channels.flatMap((way) => row.ways.filter((one) => one.way === way))
  const payees = row.payees.map(({ payee, sum }) => ({ payee: payeeOf(payee), sum }))
  return { ...row, ways, payees, given: ways.reduce((total, { sum }) => total + sum, 0) }
}

/**
 * Selects the receiver of a request `o` as JSON; null for the organiser's account. It is the one it is for where an administrator has seen
 * that the account carries their name, which is told only if they agreed to both, the drive and their name.
 */
const payeeColumn = sql<string | null>`case o.destination ->> 'type'
  when 'institution' then json_build_object('institution', o.destination ->> 'name')::text
  when 'bank' then (select json_build_object('beneficiary', case when b.answer = 'yes' and b.shows_name then b.name end)::text
    from beneficiaries b where b.fund_drive_id = o.fund_drive_id
      and lower(b.name) = lower(o.destination ->> 'name')
      and (select c.verdict from drive_checks c where c.fund_drive_id = o.fund_drive_id and c.kind = 'payee'
        and c.method_id = o.withdrawal_method_id order by c.id desc limit 1) = 'seen') end`
const payeeOf = (found: string | null): Payee => found && JSON.parse(found)

/** Reads the receivers of withdrawals, by their whole. */
async function payeesOf(db: Db, wholes: string[]): Promise<Map<string, Payee>> {
  if (wholes.length === 0) return new Map()
  const { rows } = await sql<{ whole: string; payee: string | null }>`
    select whole, min(${payeeColumn}) as payee from payout_requests o where whole = any(${wholes}::uuid[]) group by whole`.execute(
    db,
  )
  return new Map(rows.map(({ whole, payee }) => [whole, payeeOf(payee)]))
}

/** Withdrawals of a page, and the receipts of each that a page of all of them shows. */
const ofPage = 10
const receiptsShown = 20

/** Reads a page of withdrawals, newest first, each with its story; page 1 is the newest. */
export async function accountPage(db: Db, driveId: string, page: number) {
  const found = await withdrawalsOf(db, driveId, { limit: ofPage + 1, offset: (page - 1) * ofPage })
  return {
    withdrawals: await storiesOf(db, driveId, found.slice(0, ofPage), receiptsShown),
    more: found.length > ofPage,
  }
}

/** Reads one withdrawal with all its receipts; undefined if the drive has none with this number. */
export async function accountWithdrawal(db: Db, driveId: string, payout: number) {
  const found = await withdrawalWith(db, driveId, payout)
  return found && (await storiesOf(db, driveId, [found]))[0]
}

async function storiesOf(
  db: Db,
  driveId: string,
  withdrawals: SpentWithdrawal[],
  most?: number,
): Promise<AccountWithdrawal[]> {
  const wholes = withdrawals.map(({ whole }) => whole)
  const [receipts, agreed, payees] = await Promise.all([
    receiptsOf(db, wholes, { seenBy: 'everybody', ...(most ? { most } : {}) }),
    agreedTo(db, driveId, wholes),
    payeesOf(db, wholes),
  ])
  const today = dayAt(new Date())
  return withdrawals.map(({ whole, ...one }) => ({
    ...one,
    payee: payees.get(whole) ?? null,
    agreed: agreed.get(whole) ?? [],
    shownReceipts: receipts.get(whole) ?? [],
    days: one.sentOn ? daysBetween(one.sentOn, today) : 0,
  }))
}

/** Reads who agreed to withdrawals, and when. Only a treasurer who wants it, and still has an account, is named. */
async function agreedTo(db: Db, driveId: string, wholes: string[]) {
  const found = new Map<string, { name: string | null; day: string }[]>()
  if (wholes.length === 0) return found
  const rows = await db
    .selectFrom('payout_signatures as s')
    .innerJoin('users as u', 'u.id', 's.by')
    .leftJoin('profiles as p', 'p.user_id', 'u.id')
    .where('s.whole', 'in', wholes)
    .select(['s.whole', 's.by', 's.verdict', 's.mac', 's.created_at as at'])
    .select(
      sql<string | null>`case when u.deleted_at is null and exists (select from drive_helpers h
        where h.fund_drive_id = ${driveId} and h.user_id = u.id and h.named) then p.full_name end`.as('name'),
    )
    .orderBy('s.id')
    .execute()
  const said = rows.filter(isAsSaid)
  for (const row of said) {
    const newest = said.findLast(({ whole, by }) => whole === row.whole && by === row.by)
    if (newest !== row || row.verdict !== 'yes') continue
    found.set(row.whole, [...(found.get(row.whole) ?? []), { name: row.name, day: dayAt(row.at) }])
  }
  return found
}

/** Reads what is about to change of who must agree. Only a treasurer who wants it is named, and nobody who objected. */
export async function changesSeen(db: Db, driveId: string): Promise<PublicChange[]> {
  const rows = await changesRead(db)
    .where('d.id', '=', driveId)
    .where('c.state', 'in', ['waiting', 'held'])
    .where(({ or, eb }) => or([eb('c.kind', '<>', 'joins'), eb('d.signatures', '>', 0)]))
    .select(sql<boolean>`coalesce(h.named, false)`.as('isNamed'))
    .orderBy('c.from_at')
    .limit(20)
    .execute()
  return rows.map(({ id, kind, state, number, was, from, atOnce, name, isNamed }) => {
    return { id, kind, state, number, was, from, atOnce, name: isNamed ? name : null }
  })
}

/** A row of the file. */
export type AccountRow = {
  kind: AccountKind
  way?: GiftChannel
  gifts?: number
  day?: string
  payout?: number
  what?: string
  line?: string | null
  plan?: number
  paidTo?: string | null
  payee?: AccountWithdrawal['payee']
  sum?: number
  fee?: number
  shown?: number
  rest?: number
  photo?: string | null
  /** True if an administrator has hidden the photo. */
  hidden?: boolean
  /** The fingerprint of the public book after this day. */
  fingerprint?: string
}

/** Finds the account for a download. */
export async function accountForFile(db: Db, slug: string, address: string): Promise<Account> {
  await takeTry([{ name: 'account-file', key: household(address), times: 10, seconds: 60 }])
  const account = await accountOfDrive(db, slug)
  if (!account) throw new Response('Not Found', { status: 404 })
  return account
}

/** Returns the account as a table. Money out is below zero; sums and fees above the last row add up to it. */
export const accountTable = (
  db: Db,
  { id, slug }: Account,
  { columns, reader }: { columns: FileColumn<AccountRow>[]; reader: Reader },
): Response => tableFile(`${slug}-account`, columns, fileRows(db, id), reader)

async function* fileRows(db: Db, driveId: string): AsyncGenerator<AccountRow[]> {
  const sums = await accountSums(db, driveId)
  yield [
    ...sums.ways.map(({ way, gifts, sum }): AccountRow => ({ kind: 'gifts', way, gifts, sum })),
    ...(sums.back > 0 ? [{ kind: 'back', sum: -sums.back } as const] : []),
    ...(sums.forgiven > 0 ? [{ kind: 'forgiven', sum: sums.forgiven } as const] : []),
  ]
  for (let offset = 0; ; offset += ofPage) {
    const found = await withdrawalsOf(db, driveId, { limit: ofPage, offset })
    yield (await storiesOf(db, driveId, found)).flatMap(rowsOfWithdrawal)
    if (found.length < ofPage) break
  }
  const rest = restOfDrive(sums)
  yield [{ kind: rest < 0 ? 'owed' : 'rest', sum: rest }]
  // A sum that never passed through us is below the last row.
  if (sums.beside > 0) yield [{ kind: 'beside', sum: sums.beside }]
  // The plan counts in no sum above, either: its withdrawals have rows of their own.
  const plan = await planOfDrive(db, driveId)
  yield plan.map((one) => ({ kind: 'line', line: one.what, plan: one.plan, sum: -one.sent, shown: one.shown }))
  const book = await bookUpTo(db, driveId)
  if (book) yield [{ kind: 'book', ...book }]
}

function rowsOfWithdrawal(one: AccountWithdrawal): AccountRow[] {
  const { id: payout, payee, purpose: what, line, sent, fee, setAside, shown, sentOn, askedOn } = one
  const about = { payout, payee, what, line }
  return [
    ...(sent > 0
      ? [{ ...about, kind: 'sent', day: sentOn ?? '', sum: -sent, fee: -fee, shown, rest: notShown(one) } as const]
      : []),
    ...(setAside > 0 ? [{ ...about, kind: 'setAside', day: askedOn, sum: -setAside } as const] : []),
    ...one.shownReceipts.map(
      ({ day, what, paidTo, amount, photo, hidden, undoneWhy }): AccountRow => ({
        kind: undoneWhy === null ? 'receipt' : 'undone',
        payout,
        day,
        what,
        paidTo,
        shown: amount,
        photo,
        hidden: hidden !== null,
      }),
    ),
  ]
}
