import { msg } from '@lingui/core/macro'
import { sql } from 'kysely'
import { raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import { smsWith } from '#app/kit/gsm7.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import { plainMoney } from '#app/kit/money.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import { textGivers } from '#app/money/donations/gift-sms.server.ts'
import { type Applied, applyResult, applyWithin } from '#app/money/payments/apply.server.ts'
import { paidInFull } from '#app/money/payments/payment.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { inBatchesOrAlone } from '#app/platform/postgres/batches.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { sendSms } from '#app/platform/sms/outbox.server.ts'
import { chargesLocked, squareCharges, squareLocked, tariffOf, tariffOn } from './charges.server.ts'
import { returnFree, returnHeld, returnPaid } from './limits.server.ts'
import { paidTwicePath } from './paid-twice.ts'
import { promptEnded } from './prompts.server.ts'

/** The answer of M-Pesa's that proves the money. */
export type Proof = 'query' | 'list' | 'status' | 'statement'
type Paid = { id: number; reference: string; amount: number; account: string; phone: string | null }

/** A paid request and its proof. `paidAt`: the tariff of that day counts. */
type Credit = { provider: string; one: Paid; by: Proof; paidAt: Date }

/**
 * Books a paid request, once its proof is in. However often and by whichever way it is found, the money is booked once: as the
 * gift, or in suspense if another request of the same gift was paid before.
 */
export const credit = (db: Db, provider: string, one: Paid, by: Proof, paidAt = new Date()): Promise<Applied> =>
  creditOne(db, { provider, one, by, paidAt })

const creditOne = inBatchesOrAlone<Db, Credit, Applied>(creditRequests, creditAlone, {
  ways: 2,
  most: 50,
  evenOne: true,
})

/**
 * Books requests that are in order, each with its code and the thanks to its giver, in one transaction: all of them or none.
 * Undefined for each that is not in order, or of which something is locked elsewhere, so that no other waits with it: `creditAlone`
 * finds there what is done already. Lock order: payments, requests, codes.
 */
export async function creditRequests(db: Db, all: Credit[]): Promise<(Applied | undefined)[]> {
  const { booked, held } = await inOneGo(db, async (tx) => {
    const inOrder = await requestsInOrder(tx, all)
    if (inOrder.length === 0) return { booked: [], held: [] }
    const results = inOrder.map(({ provider, one: { reference, amount, account }, fee }) => ({
      provider,
      reference,
      facts: paidInFull(amount, account, fee),
    }))
    const applied = await applyWithin(tx, results, { waits: false })
    const gifts = inOrder.flatMap((credit, at) => {
      const is = applied[at]
      return is === 'applied' || is === 'already' ? [{ ...credit, is }] : []
    })
    const placed = await placeRequests(tx, gifts)
    const booked = gifts.map((gift) => ({ ...gift, placed: placed.get(gift.one.id) }))
    const counted = booked.flatMap(({ is, one, placed }) =>
      is === 'applied' && placed ? [{ ...placed, phone: one.phone }] : [],
    )
    return { booked, held: await returnFree(tx, counted) }
  })
  const news = booked.filter(({ is }) => is === 'applied')
  await returnHeld(db, held)
  await returnPaid(
    db,
    news.flatMap(({ one, placed }) => (placed ? [] : [one])),
  )
  const applied = new Map(booked.flatMap(({ one, is, placed }) => (placed ? [[one.id, is]] : [])))
  return all.map(({ one }) => applied.get(one.id))
}

/**
 * Each request once with M-Pesa's charge to us, without those whose money may be in suspense under its code: `isUnplaced` and `isPerhapsUnplaced` look at
 * these. The second concerns only queries about a request that nobody has explained for a day.
 */
async function requestsInOrder(tx: Tx, all: Credit[]): Promise<(Credit & { fee: number })[]> {
  const firsts = new Map(all.map((credit) => [credit.one.id, credit]))
  const each = <Value>(of: (credit: Credit) => Value) => sql.val([...firsts.values()].map(of))
  const { rows } = await sql<{ id: number; fee: number }>`
    select q.id, ${tariffOf('paybill', sql`m.cents`, sql`m.at`)} as fee
    from unnest(${each(({ one }) => one.id)}::bigint[], ${each(({ by }) => by)}::text[], ${each(({ one }) => one.amount)}::bigint[],
        ${each(({ paidAt }) => paidAt)}::timestamptz[]) m (id, by, cents, at)
      join mpesa_prompts q on q.id = m.id
    where not (m.by = 'query' and q.state = 'unknown' and coalesce(q.sent_at, q.created_at) < now() - interval '24 hours')
      and not exists (select from mpesa_receipts r where r.prompt_id = q.id and ${hasWaited})
    order by q.id`.execute(tx)
  return rows.map(({ id, fee }) => ({ ...firsts.get(id)!, fee }))
}

type Placed = { network: string | null; askedAt: Date }

/**
 * Ends these requests as paid, and places their codes on the gifts, whose givers are thanked. Returns the requests that are done,
 * with the networks that they were counted at, which are forgotten here: a request that is locked elsewhere, or whose code is, or
 * whose money is in suspense, is left as it is.
 */
async function placeRequests(tx: Tx, gifts: Credit[]): Promise<Map<number, Placed>> {
  const rows = await markPlaced(tx, gifts)
  const placed = rows.flatMap(({ code, ...row }) => (code === null ? [] : [{ ...row, code }]))
  await squareLocked(
    tx,
    placed.map(({ code }) => code),
  )
  await thank(
    tx,
    placed.filter(({ donationId }) => donationId !== null),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

async function markPlaced(tx: Tx, gifts: Credit[]) {
  const each = <Value>(of: (credit: Credit) => Value) => sql.val(gifts.map(of))
  const { rows } = await sql<Placed & { id: number; code: string | null } & Thanked>`
    with mine as (
      select q.id, q.payment_id, q.network, q.created_at, m.by
      from unnest(${each(({ one }) => one.id)}::bigint[], ${each(({ provider }) => provider)}::text[],
          ${each(({ by }) => by)}::text[]) m (id, provider, by)
        join mpesa_prompts q on q.id = m.id
      where not exists (select from suspense s where s.provider = m.provider and s.provider_tx_id = q.account)
      order by q.id for no key update of q skip locked
    ), codes as (
      select r.receipt, r.prompt_id from mine join mpesa_receipts r on r.prompt_id = mine.id and r.state = 'heard'
      -- As lock_money_code, which the update of an unproved code would wait for: a treasurer may be recording it.
      where r.proved_at is not null or pg_try_advisory_xact_lock(hashtextextended('code of money ' || r.receipt, 0))
      order by r.receipt for update of r skip locked
    ), done as (
      select mine.*, codes.receipt from mine left join codes on codes.prompt_id = mine.id
      where codes.receipt is not null or not exists (select from mpesa_receipts r where r.prompt_id = mine.id and r.state = 'heard')
    ), paid as (
      update mpesa_prompts q set state = 'paid', code = '0', why = null, sent_at = coalesce(q.sent_at, now()),
        ended_at = coalesce(q.ended_at, now()), ask_at = null, network = null
      from done where q.id = done.id and q.state <> 'paid'
    ), placed as (
      update mpesa_receipts r set state = 'placed', payment_id = done.payment_id,
        proved_by = coalesce(r.proved_by, done.by), proved_at = coalesce(r.proved_at, now())
      from done where r.receipt = done.receipt
    ), charges as (${chargesLocked(sql`done`)})
    select done.id, done.receipt as code, done.network, done.created_at as "askedAt", ${thanked}
    from done join payments p on p.id = done.payment_id left join donations g on g.payment_id = p.id
      left join fund_drives d on d.id = g.fund_drive_id
    where (select count(*) from charges) >= 0
    order by g.id`.execute(tx)
  return rows
}

/** Books one request that may be out of order, in steps: each is done again when the process dies before the next. */
async function creditAlone(db: Db, { provider, one, by, paidAt }: Credit): Promise<Applied> {
  if ((await isUnplaced(db, one)) || (by === 'query' && (await isPerhapsUnplaced(db, one)))) {
    // A person places this money: it may be on its way back. Until then nobody is told that it failed.
    await promptEnded(db, one.id, { state: 'unknown', code: '0', why: null })
    return 'unplaced'
  }
  const fee = await tariffOn(db, 'paybill', one.amount, paidAt)
  const applied = await applyResult(db, provider, one.reference, paidInFull(one.amount, one.account, fee))
  await promptEnded(db, one.id, { state: 'paid', code: '0', why: null })
  await placeReceipt(db, one.id, by)
  if (applied === 'unplaced') await textPaidTwice(db, provider, one.account)
  if (applied === 'applied') await returnPaid(db, [one])
  return applied
}

/** Holds for a code `r` whose money was booked for a person, under the code alone, even if that person has placed it since. */
const hasWaited = sql`r.state <> 'heard'
  and exists (select from suspense s where s.provider_tx_id = r.receipt and s.provider = 'mpesa')`

/**
 * True if its code was told so late that the money was booked for a person before. If that person has placed it, it may be
 * elsewhere than its giver meant: a person is told, once.
 */
const isUnplaced = (db: Db, one: Paid): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ receipt: string; isTold: boolean; state: string }>`
      select r.receipt, r.state, ${isTold(one)} as "isTold" from mpesa_receipts r
      where r.prompt_id = ${one.id}::bigint and ${hasWaited}`.execute(tx)
    const [found] = rows
    if (found && found.state !== 'unplaced' && !found.isTold) await tellOf(tx, found.receipt, one)
    return found !== undefined
  })

const likeOne = 'a code like a gift without one'
/** True if a person was told that the code `r` may be the money of this request. */
const isTold = ({ reference }: Paid) => sql`exists (select from discrepancies b where b.kind = ${likeOne}
  and b.subject = r.receipt and b.facts ->> 'paid' = ${reference})`
const tellOf = (tx: Tx, receipt: string, { amount, reference }: Paid) =>
  raiseDiscrepancy(tx, likeOne, receipt, { amount, reference, paid: reference })

/**
 * Finds money that is most likely this request's: it has its amount and hour and no account, and waits for a person, while for
 * a day nobody knew whether the request was paid. A question's answer does not book it again; a person is told, once.
 */
const isPerhapsUnplaced = (db: Db, one: Paid): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ receipt: string; isTold: boolean }>`
      select r.receipt, ${isTold(one)} as "isTold"
      from mpesa_prompts q, lateral (
        select r.receipt from mpesa_receipts r
        where r.amount = ${one.amount}::bigint and r.account = '' and r.prompt_id is null and r.proved_at is not null
          and r.state <> 'heard' and coalesce(right(r.tail, 3) = right(q.phone, 3), true)
          and r.paid_at between coalesce(q.sent_at, q.created_at) - interval '1 hour' and coalesce(q.sent_at, q.created_at) + interval '1 hour'
        limit 1) r
      where q.id = ${one.id}::bigint and q.state = 'unknown' and coalesce(q.sent_at, q.created_at) < now() - interval '24 hours'
        and not exists (select from mpesa_receipts o where o.prompt_id = q.id)`.execute(tx)
    const [found] = rows
    if (found && !found.isTold) await tellOf(tx, found.receipt, one)
    return found !== undefined
  })

/**
 * Places the code of a paid request: on the gift, whose giver is thanked by a text that names it, or with the money that nobody
 * can place.
 */
export const placeReceipt = (db: Db, promptId: number, by: Proof): Promise<void> =>
  db.transaction().execute(async (tx) => {
    // Wait for a transaction that places the money at this moment, or the code would be put where the money no longer is.
    await sql`
      select from suspense s join mpesa_prompts q on q.account = s.provider_tx_id
      where q.id = ${promptId}::bigint for update of s`.execute(tx)
    const { rows } = await sql<{ code: string; paymentId: number | null }>`
      update mpesa_receipts r set proved_by = coalesce(r.proved_by, ${by}), proved_at = coalesce(r.proved_at, now()),
        state = case when s.state is distinct from 'placed' and s.id is not null then 'unplaced' else 'placed' end,
        suspense_id = case when s.state <> 'placed' then s.id end,
        payment_id = case when s.id is null then p.id else s.placed_payment_id end
      from mpesa_prompts q join payments p on p.id = q.payment_id
        left join suspense s on s.provider = p.provider and s.provider_tx_id = q.account
      where q.id = ${promptId}::bigint and r.prompt_id = q.id and r.state = 'heard'
        and (s.id is not null or (p.status = 'succeeded' and p.provider_tx_id = q.account))
      returning r.receipt as code, r.payment_id as "paymentId"`.execute(tx)
    await squareCharges(
      tx,
      rows.map(({ code }) => code),
    )
    await textThanks(
      tx,
      rows.flatMap(({ code, paymentId }) => (paymentId === null ? [] : [{ code, paymentId }])),
    )
  })

type Thanked = {
  donationId: number
  paymentId: number
  receipt: string
  amount: number
  drive: string
  language: string
  donorPhone: string
}
/** The facts of a gift `g` for the text that thanks for it. */
const thanked = sql`g.id as "donationId", g.payment_id as "paymentId", g.receipt, g.amount, d.title as drive, p.language,
  p.donor_phone as "donorPhone"`

/** Thanks the givers of these payments by a text each that names the code. `phone`: the one that paid, if its request does not say it. */
export async function textThanks(
  tx: Tx,
  paid: { code: string; paymentId: number; phone?: string | undefined }[],
): Promise<void> {
  if (paid.length === 0) return
  const codes = new Map(paid.map((one) => [one.paymentId, one]))
  const { rows } = await sql<Thanked>`
    select ${thanked} from donations g join payments p on p.id = g.payment_id join fund_drives d on d.id = g.fund_drive_id
    where g.payment_id = any(${[...codes.keys()]}::bigint[]) order by g.id`.execute(tx)
  await thank(
    tx,
    rows.map((gift) => ({ ...gift, ...codes.get(gift.paymentId)! })),
  )
}

async function thank(tx: Tx, gifts: (Thanked & { code: string; phone?: string | undefined })[]): Promise<void> {
  await textGivers(
    tx,
    gifts.flatMap(({ donationId, receipt, amount, drive, language, donorPhone, code, phone = donorPhone }) =>
      phone ? { donationId, receipt, amount, drive, language: knownLanguage(language), code, phone } : [],
    ),
  )
}

/** The prefix of the key of the text that asks the giver, before the number of the money; the desk reads there whether it was sent. */
export const paidTwiceKey = 'second '

/** Tells the giver by a text, once for each such payment. */
const textPaidTwice = (db: Db, provider: string, account: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('suspense as s')
      .innerJoin('payments as p', 'p.id', 's.payment_id')
      .innerJoin('fund_drives as d', 'd.id', 'p.fund_drive_id')
      .where('s.provider', '=', provider)
      .where('s.provider_tx_id', '=', account)
      .where('s.why', '=', 'paid twice')
      .where('p.donor_phone', '<>', '')
      .select(['s.id', 's.amount', 'p.reference', 'p.language', 'p.donor_phone as phone', 'd.title'])
      .executeTakeFirst()
    if (!found) return
    const language = knownLanguage(found.language)
    const words = wordsIn(language, catalogues[language])
    const [amount, url] = [plainMoney(found.amount), publicAddress() + paidTwicePath(found.reference)]
    const text = smsWith(found.title, (drive) =>
      words._(msg`You paid ${amount} twice for ${drive}. Give both, or get one back: ${url}`),
    )
    await sendSms(tx, { key: paidTwiceKey + found.id, phone: found.phone, text, money: true, evenAtNight: true })
  })
