import { sql } from 'kysely'
import { lockWallet } from '#app/base/ledger/wallet.server.ts'
import { letGoLater, pictureToShow } from '#app/base/pictures/picture.server.ts'
import type { AccountLine } from '#app/drives/public-page/hero.tsx'
import type { Language } from '#app/kit/languages.ts'
import { Refusal } from '#app/kit/says.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import type { Limit } from '#app/platform/http/limits.server.ts'
import { usedForAnother } from '#app/platform/jobs/sent-once.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import {
  onlyLeft,
  type ReceiptTyped,
  receiptMost,
  type SpentReceipt,
  type SpentWithdrawal,
  sentAndShown,
  spendingTexts,
  toAccount,
} from './spending.ts'

// Receipts of withdrawals. Adding and undoing one locks the drive's wallet: of two who add the last of a withdrawal at once, the second
// finds nothing left to show.

/** Returns the number of a withdrawal in an address; 0, which none has, for anything else. */
export const payoutNumber = (typed: string | undefined): number => (/^\d{1,15}$/.test(typed ?? '') ? Number(typed) : 0)

/** How often a person may add or undo receipts. */
export const receiptLimits = (personId: string): Limit[] => [
  { name: 'receipts', key: personId, times: 300, seconds: 3600 },
]

type Of = { driveId: string; payout: number; by: string }
type Added = Of & {
  key: string
  rows: ReceiptTyped[]
  showsName: boolean
  image: string | null
  noPhoto: string
  /** The field of the form that a sum too large is told at. */
  field?: 'amount' | 'rows'
}

/** Adds receipts to a withdrawal that was sent. A form that is sent twice adds them once. */
export const addReceipts = (db: Db, added: Added): Promise<void> => inOneGo(db, (tx) => addReceiptsIn(tx, added))

/** Adds them as a step of an open transaction. */
export async function addReceiptsIn(tx: Tx, { driveId, payout, by, ...typed }: Added): Promise<void> {
  await lockWallet(tx, driveId)
  const withdrawal = await withdrawalWith(tx, driveId, payout)
  if (!withdrawal) throw new Refusal(spendingTexts.missing, { status: 404 })
  if (await wasSent(tx, by, typed)) return
  refuseRows(withdrawal, typed)
  if (typed.image && (!(await pictureToShow(tx, by, typed.image)) || (await isHidden(tx, typed.image))))
    throw new Refusal(spendingTexts.photoGone, { status: 422, typed: { image: '' } })
  const about = {
    fund_drive_id: driveId,
    whole: withdrawal.whole,
    shows_name: typed.showsName,
    photo_url: typed.image,
    no_photo: typed.noPhoto,
    posted_by: by,
    form_key: typed.key,
  }
  const rows = typed.rows.map(({ amount, paidTo, what, day }, at) => {
    return { ...about, amount, paid_to: paidTo, what, spent_on: day, row_no: at + 1 }
  })
  await tx.insertInto('payout_receipts').values(rows).execute()
  await tell(tx, `drive:${driveId}`)
}

/** True if an administrator hides this photo on another receipt: it does not come back on a new one. */
const isHidden = async (tx: Tx, image: string): Promise<boolean> => {
  const hidden = tx.selectFrom('payout_receipts').where('photo_url', '=', image).where('hidden_at', 'is not', null)
  return (await hidden.select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Refuses what is more than was sent, or more rows than a withdrawal may have. */
function refuseRows(withdrawal: SpentWithdrawal, { rows, field = 'amount' }: Pick<Added, 'rows' | 'field'>): void {
  if (withdrawal.sent === 0) throw new Refusal(spendingTexts.notSent)
  const left = Math.max(0, withdrawal.sent - withdrawal.shown)
  const sum = rows.reduce((total, { amount }) => total + amount, 0)
  const at = { status: 422, field }
  if (sum > left) throw new Refusal(onlyLeft(left), at)
  if (withdrawal.receipts + rows.length > receiptMost.rows) throw new Refusal(spendingTexts.manyRows, at)
}

/** Returns true if this form added just these receipts before. Refuses a form that says something else now. */
async function wasSent(tx: Tx, by: string, { key, rows }: Pick<Added, 'key' | 'rows'>): Promise<boolean> {
  const before = await tx
    .selectFrom('payout_receipts')
    .where('posted_by', '=', by)
    .where('form_key', '=', key)
    .select(['amount', 'paid_to', 'what', sql<string>`spent_on::text`.as('day')])
    .orderBy('row_no')
    .execute()
  if (before.length === 0) return false
  const isSame =
    before.length === rows.length &&
    rows.every(({ amount, paidTo, what, day }, at) => {
      const one = before[at]!
      return one.amount === amount && one.paid_to === paidTo && one.what === what && one.day === day
    })
  if (!isSame) throw usedForAnother(spendingTexts.another)
  return true
}

/** Undoes a receipt, or all of its list, with a reason, which everybody can read. Its photo is deleted, unless another receipt has it. */
export const undoReceipt = (
  db: Db,
  { driveId, payout, by, ...of }: Of & { receipt: number; why: string; all?: 'on' | undefined },
) =>
  inOneGo(db, async (tx) => {
    await lockWallet(tx, driveId)
    const withdrawal = await withdrawalWith(tx, driveId, payout)
    const row =
      withdrawal &&
      (await tx
        .selectFrom('payout_receipts')
        .where('id', '=', of.receipt)
        .where('whole', '=', withdrawal.whole)
        .select(['id', 'photo_url', 'undone_at', 'posted_by', 'form_key'])
        .executeTakeFirst())
    if (!row) throw new Refusal(spendingTexts.receiptMissing, { status: 404 })
    if (row.undone_at) throw new Refusal(spendingTexts.undoneBefore)
    await tx
      .updateTable('payout_receipts')
      .set({ undone_at: sql<Date>`now()`, undone_by: by, undone_why: of.why })
      .where('posted_by', '=', row.posted_by)
      .where('form_key', '=', row.form_key)
      .where((is) => (of.all ? is('undone_at', 'is', null) : is('id', '=', row.id)))
      .execute()
    if (row.photo_url) await letGoLater(tx, row.photo_url)
    await tell(tx, `drive:${driveId}`)
  })

const nairobi = (at: string) => sql<string>`(${sql.ref(at)} at time zone 'Africa/Nairobi')::date::text`

/** Withdrawals of a drive that wait, are on their way, or were sent; each with all its parts. */
const withdrawalsIn = (driveId: string) => sql`
  select min(o.id) as id, o.whole, max(o.purpose) as purpose,
    (select what from budget_lines where id = max(o.line_id)) as line, min(o.created_at) as asked,
    coalesce(sum(o.net) filter (where o.status = 'completed'), 0)::bigint as sent,
    coalesce(sum(o.fee) filter (where o.status = 'completed'), 0)::bigint as fee,
    coalesce(sum(o.amount) filter (where o.status in ('waiting', 'processing', 'approved')), 0)::bigint as set_aside,
    max(e.at) filter (where o.status = 'completed') as sent_at,
    bool_or(o.status = 'rejected' and e.at is not null) as is_returned
  from payout_requests o
    left join lateral (select max(created_at) as at from payout_events where payout_id = o.id and kind = 'completed') e on true
  where o.fund_drive_id = ${driveId}
  group by o.whole
  having bool_or(o.status <> 'rejected' or e.at is not null)`

const withReceipts = (driveId: string) => sql`
  select w.id, w.whole, w.purpose, w.line, ${nairobi('w.asked')} as "askedOn", w.sent, w.fee, w.set_aside as "setAside",
    ${nairobi('w.sent_at')} as "sentOn", w.is_returned as "isReturned", coalesce(r.shown, 0) as shown, coalesce(r.n, 0) as receipts
  from (${withdrawalsIn(driveId)}) w
    left join lateral (select sum(amount)::bigint as shown, count(*)::int as n from payout_receipts
      where whole = w.whole and undone_at is null) r on true`

/** Reads withdrawals of a drive, newest first. */
export async function withdrawalsOf(
  db: Db,
  driveId: string,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<SpentWithdrawal[]> {
  const { rows } = await sql<SpentWithdrawal>`
    ${withReceipts(driveId)} order by w.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** Finds a withdrawal of a drive by the number of any of its parts; undefined if nothing was or may be sent. */
export async function withdrawalWith(
  db: Db | Tx,
  driveId: string,
  payout: number,
): Promise<SpentWithdrawal | undefined> {
  const { rows } = await sql<SpentWithdrawal>`
    ${withReceipts(driveId)} where w.whole = (select whole from payout_requests where id = ${payout} and fund_drive_id = ${driveId})`.execute(
    db,
  )
  return rows[0]
}

/** The most receipts of a withdrawal that are read: those that count, and as many that were undone. */
const mostRead = 2 * receiptMost.rows

/** Reads the receipts of withdrawals by their whole, oldest first, at most so many of each. Everybody does not see hidden names. */
export async function receiptsOf(
  db: Db,
  wholes: string[],
  { seenBy, most = mostRead }: { seenBy: 'everybody' | 'helpers'; most?: number },
): Promise<Map<string, SpentReceipt[]>> {
  const found = new Map<string, SpentReceipt[]>()
  if (wholes.length === 0) return found
  const isOpen = sql`(${seenBy === 'helpers'} or (shows_name and undone_at is null))`
  const { rows } = await sql<SpentReceipt & { whole: string }>`
    select whole, id, amount, case when ${isOpen} then paid_to end as "paidTo", shows_name as "showsName", what, spent_on::text as day,
      case when undone_at is null and hidden_at is null then photo_url end as photo, no_photo as "noPhoto",
      case when undone_at is null and hidden_at is not null then case when ${seenBy === 'helpers'} then hidden_why else '' end end as hidden,
      case when undone_at is not null then undone_why end as "undoneWhy", "ofList"
    from (select *, row_number() over (partition by whole order by id) as place,
        count(*) over (partition by posted_by, form_key) > 1 as "ofList" from payout_receipts
      where whole = any(${wholes}::uuid[])) r
    where place <= ${most} order by id`.execute(db)
  for (const { whole, ...row } of rows) found.set(whole, [...(found.get(whole) ?? []), row])
  return found
}

/** A row for each withdrawal of a drive that arrived: what was sent, and what its receipts show. */
export const sentAndShownIn = (driveId: string) => sql`(
  select sum(o.net) as sent,
    (select coalesce(sum(amount), 0) from payout_receipts r where r.whole = o.whole and r.undone_at is null) as shown
  from payout_requests o where o.fund_drive_id = ${driveId} and o.status = 'completed' group by o.whole) w`

/** Sums what a drive's withdrawals sent, and what receipts show of it. */
export async function spentSums(db: Db, driveId: string): Promise<{ sent: number; shown: number }> {
  const { rows } = await sql<{ sent: number; shown: number }>`
    select coalesce(sum(sent), 0)::bigint as sent, coalesce(sum(least(shown, sent)), 0)::bigint as shown
    from ${sentAndShownIn(driveId)}`.execute(db)
  return rows[0]!
}

/** Says on the drive's page what withdrawals sent and what receipts show of it; null while nothing was sent. */
export async function spendingLine(
  db: Db,
  { id, slug }: { id: string; slug: string },
  language: Language,
): Promise<AccountLine | null> {
  const sums = await spentSums(db, id)
  if (sums.sent === 0) return null
  const words = wordsIn(language, catalogues[language])
  return { text: words._(sentAndShown(sums)), link: { to: `/fundraiser/${slug}/account`, text: words._(toAccount) } }
}

/** Sums what receipts of a drive show, by the words for what was bought, as lines of an account; at most so many. */
export async function spendingLines(
  db: Db,
  driveId: string,
  most: number,
): Promise<{ what: string; amount: number }[]> {
  const { rows } = await sql<{ what: string; amount: number }>`
    select r.what, sum(r.amount)::bigint as amount from payout_receipts r
    where r.fund_drive_id = ${driveId} and r.undone_at is null
      and exists (select from payout_requests o where o.whole = r.whole and o.status = 'completed')
    group by r.what order by min(r.id) limit ${most}`.execute(db)
  return rows
}
