import { sql } from 'kysely'
import { asDigits, asRead, editsBetween, signsOf } from '#app/drives/codes/code.ts'
import { driveOfAccount, nearestCodes } from '#app/drives/codes/codes.server.ts'
import { placeMoney } from '#app/money/payments/place.server.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import type { ClaimAnswer } from './claim.ts'
import { giverFound, textUnmatched } from './claim-sms.server.ts'

// Claims of givers who paid our Paybill: by M-Pesa's code and the last digits of their number. A claim gives a gift its giver,
// or places money that nobody else could; it never moves a gift from one drive to another.

export type ClaimOutcome = {
  receipt: string
  tail: string
  name: string
  message: string
  phone: string
  anonymous: boolean
  /** The gift by phone on whose page it was typed. */
  paymentId?: number
  /** True if its giver typed it, and reads the result on their phone. */
  own?: boolean
  /** The browser of its giver, and the language in which they read. */
  visitor?: string
  language?: string
}

/** Keeps a claim, looks for its money, and reads M-Pesa's list if that is not known yet. */
export async function claim(db: Db, driveId: string, claimed: ClaimOutcome): Promise<ClaimAnswer> {
  const { receipt, tail } = claimed
  // Keeps it before looking: whichever comes later, the claim or the money, finds the other.
  await inOneGo(db, (tx) => keepClaim(tx, driveId, { ...claimed, own: true }))
  const answer = await inOneGo(db, async (tx) => {
    await settleClaims(tx, receipt)
    return tx
      .selectFrom('claims as c')
      .innerJoin('mpesa_receipts as r', 'r.receipt', 'c.receipt')
      .where('c.fund_drive_id', '=', driveId)
      .where('c.receipt', '=', receipt)
      .where('c.tail', '=', tail)
      .where('c.state', '=', 'placed')
      .select('r.amount')
      .executeTakeFirst()
  })
  return answer ? { is: 'here', cents: answer.amount } : { is: 'looking' }
}

/** Keeps a claim; the same claim again is the same row. Its facts about the giver can be added until it counts. */
export async function keepClaim(
  tx: Tx,
  driveId: string,
  { receipt, tail, paymentId, phone, own = false, visitor, language, ...giver }: ClaimOutcome,
): Promise<void> {
  const row = {
    fund_drive_id: driveId,
    receipt,
    tail,
    phone: phone || null,
    payment_id: paymentId ?? null,
    own,
    visitor: visitor ?? null,
    language: language ?? null,
    ...giver,
  }
  const kept = await tx
    .insertInto('claims')
    .values(row)
    .onConflict((same) =>
      same
        .columns(['fund_drive_id', 'receipt', 'tail'])
        .doUpdateSet({
          ...ofFirst,
          own,
          payment_id: sql<number | null>`coalesce(excluded.payment_id, claims.payment_id)`,
          state: sql<'waiting'>`case when claims.state in ('lapsed', 'placed') then 'waiting' else claims.state end`,
          settled_at: sql<Date | null>`case when claims.state in ('lapsed', 'placed') then null else claims.settled_at end`,
          created_at: sql<Date>`case when claims.state in ('lapsed', 'placed') then now() else claims.created_at end`,
        })
        .where(({ eb, or }) => or([eb('claims.state', 'in', ['waiting', 'desk', 'lapsed']), stillNameless])),
    )
    .returning('state')
    .executeTakeFirst()
  if (kept?.state === 'waiting') await listSoon(tx)
}

/**
 * The first browser keeps its claim, and with it the receipt: others in its group may know the code and the digits, too. A
 * claim typed after that one lapsed, or over a pasted one, counts as the first.
 */
const ofFirst = {
  name: theFirst<string>('name'),
  message: theFirst<string>('message'),
  anonymous: theFirst<boolean>('anonymous'),
  phone: theFirst<string | null>('phone'),
  language: theFirst<string | null>('language'),
  visitor: theFirst<string | null>('visitor'),
}
function theFirst<Value>(column: string) {
  const [typed, known] = [sql.ref(`excluded.${column}`), sql.ref(`claims.${column}`)]
  return sql<Value>`case when claims.state = 'lapsed' or not claims.own or claims.visitor is null
    or claims.visitor = excluded.visitor then ${typed} else ${known} end`
}

/** Reads M-Pesa's list soon: a payer may be quicker here than the list. */
async function listSoon(tx: Tx): Promise<void> {
  await enqueue(tx, 'list-receipts', {}, { key: 'claim' })
  await enqueue(tx, 'list-receipts', {}, { key: 'claim, later', runAt: new Date(Date.now() + later * 1000) })
}

const later = 30

/** True if it was claimed without a name, and its giver says one now. */
const stillNameless = sql<boolean>`claims.state = 'placed' and claims.payment_id is null
  and (excluded.name <> '' or excluded.message <> '' or excluded.anonymous)
  and exists (select from mpesa_receipts r join donations d on d.payment_id = r.payment_id
    where r.receipt = claims.receipt and r.prompt_id is null and d.fund_drive_id = claims.fund_drive_id
      and d.donor_name = '' and d.donor_email = '' and d.message = '' and not d.anonymous)`

type Waiting = Omit<ClaimOutcome, 'paymentId' | 'own' | 'visitor' | 'language'> & {
  id: number
  driveId: string
  paymentId: number | null
}

/** Settles all claims that wait for this code, once the code is known. The first that fits gets the money. */
export async function settleClaims(tx: Tx, receipt: string): Promise<void> {
  const known = await lock(tx, receipt)
  if (!known) return
  const waiting = await openClaims(tx, receipt)
  for (const one of waiting) {
    const state = await settle(tx, one, known)
    await end(tx, one.id, state)
    // If its own request was paid there is a gift, with its thanks.
    if (state === 'refused' && known.suspense === 'closed') await textUnmatched(tx, [one.id])
    // Money that the first claim placed is a gift of its drive now, and has its giver.
    if (state !== 'placed') continue
    await giverFound(tx, one.id)
    Object.assign(known, await lock(tx, receipt))
  }
  if (waiting.length > 0) await tell(tx, 'office:desk')
}

const openClaims = (tx: Tx, receipt: string): Promise<Waiting[]> =>
  tx
    .selectFrom('claims')
    .where('receipt', '=', receipt)
    .where('state', '=', 'waiting')
    .select(['id', 'receipt', 'tail', 'name', 'message', 'anonymous'])
    .select(['fund_drive_id as driveId', 'payment_id as paymentId', sql<string>`coalesce(phone, '')`.as('phone')])
    .orderBy('id')
    .forUpdate()
    .execute()

const end = (tx: Tx, id: number, state: 'placed' | 'desk' | 'refused') =>
  tx
    .updateTable('claims')
    .set({ state, settled_at: state === 'desk' ? null : sql<Date>`now()` })
    .where('id', '=', id)
    .execute()

type Known = {
  account: string
  tail: string | null
  paymentId: number | null
  suspenseId: number | null
  /** The reason of money in suspense. */
  why: string | null
  suspense: 'open' | 'closed' | 'placed' | null
  /** The drive of its gift. */
  giftTo: string | null
  /** True if it says who gave it, or another claim did. */
  isNamed: boolean
  /** True if it was asked for on a phone, whose owner alone may name it. */
  wasAsked: boolean
  paidAt: Date | null
}

/**
 * Locks the code and its place; undefined until M-Pesa has listed it. Locks the payment or the suspense first, in the order in
 * which money is placed.
 */
async function lock(tx: Tx, receipt: string): Promise<Known | undefined> {
  await sql`select from payments where id = (select payment_id from mpesa_receipts where receipt = ${receipt}) for update`.execute(
    tx,
  )
  await sql`select from suspense where id = (select suspense_id from mpesa_receipts where receipt = ${receipt}) for update`.execute(
    tx,
  )
  await sql`select from mpesa_receipts where receipt = ${receipt} for update`.execute(tx)
  const { rows } = await sql<Known>`
    select r.account, r.tail, r.payment_id as "paymentId", s.id as "suspenseId", s.why, s.state as suspense,
      d.fund_drive_id as "giftTo",
      coalesce(d.donor_name <> '' or d.donor_email <> '' or d.message <> '' or d.anonymous, false)
        or exists (select from claims c where c.receipt = r.receipt and c.state = 'placed') as "isNamed",
      r.prompt_id is not null as "wasAsked", r.paid_at as "paidAt"
    from mpesa_receipts r left join suspense s on s.id = r.suspense_id left join donations d on d.payment_id = r.payment_id
    where r.receipt = ${receipt} and r.state <> 'heard'`.execute(tx)
  return rows[0]
}

async function settle(tx: Tx, one: Waiting, known: Known): Promise<'placed' | 'desk' | 'refused'> {
  // Returned money went to its payer, who knows by M-Pesa's message.
  if (known.suspense === 'closed') return 'refused'
  // The request of this very page was paid after all: it has its giver.
  if (known.paymentId !== null && known.paymentId === one.paymentId) return known.isNamed ? 'refused' : 'placed'
  if (known.tail === null || known.tail.slice(-3) !== one.tail) return 'desk'
  if (known.giftTo === one.driveId && !known.isNamed && !known.wasAsked) return nameGift(tx, known.paymentId!, one)
  if (known.suspense !== 'open' || !(await isMeantFor(tx, one.driveId, known))) return 'desk'
  const { name, message, phone, anonymous: isAnonymous } = one
  const giver = { name, message, phone, isAnonymous }
  const booked = await placeMoney(tx, { suspenseId: known.suspenseId!, driveId: one.driveId, giver })
  return booked ? 'placed' : 'desk'
}

/** Names a gift that had no giver: public pages said 'A supporter' until now. */
async function nameGift(tx: Tx, paymentId: number, { name, message, phone, anonymous }: Waiting): Promise<'placed'> {
  const giver = { donor_name: name, message, anonymous }
  await tx.updateTable('donations').set(giver).where('payment_id', '=', paymentId).execute()
  const { fund_drive_id } = await tx
    .updateTable('payments')
    .set({ ...giver, ...(phone ? { donor_phone: phone } : {}), updated_at: sql<Date>`now()` })
    .where('id', '=', paymentId)
    .returning('fund_drive_id')
    .executeTakeFirstOrThrow()
  await tell(tx, `drive:${fund_drive_id}`)
  return 'placed'
}

/**
 * Settles the claims after an administrator's decision. The claim that they went by gets the money. Else a claim that fits
 * their decision gets it, as if it came now; the others don't.
 */
export async function claimsDecided(tx: Tx, receipt: string, chosen: number | null = null): Promise<void> {
  if (chosen !== null) {
    await end(tx, chosen, 'placed')
    await giverFound(tx, chosen)
  }
  await sql`update claims set state = 'waiting' where receipt = ${receipt} and state = 'desk'`.execute(tx)
  await settleClaims(tx, receipt)
  const { rows } = await sql<{ id: number }>`
    update claims set state = 'refused', settled_at = now()
    where receipt = ${receipt} and state in ('waiting', 'desk') returning id`.execute(tx)
  await textUnmatched(tx, idsOf(rows))
}

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

type Typed = { account: string; why: string | null; paidAt: Date | null }

/**
 * True if the account is within one typing error of a code that this drive had when it was paid, and of no other drive's: a
 * person who reads of such money in a group chat can't choose a similar word for their own drive.
 */
async function isMeantFor(tx: Tx, driveId: string, { account, why, paidAt }: Typed): Promise<boolean> {
  const typed = signsOf(account)
  if (why !== 'unknown account' || !typed || !paidAt || (await driveOfAccount(tx, account))) return false
  const isNear = ({ kind, code }: { kind: string; code: string }) =>
    editsBetween(
      ...(kind === 'number' ? ([asDigits(typed), code] as const) : ([asRead(typed), asRead(code)] as const)),
    ) <= 1
  const own = await tx
    .selectFrom('drive_codes')
    .where('fund_drive_id', '=', driveId)
    .where('retired_at', 'is', null)
    .where(sql`date_trunc('second', since)`, '<=', paidAt)
    .select(['kind', 'code'])
    .execute()
  if (!own.some(isNear)) return false
  const others = (await nearestCodes(tx, account, 20)).filter((one) => one.driveId !== driveId)
  return !others.some(({ code }) => isNear({ kind: /^[0-9]/.test(code) ? 'number' : 'word', code }))
}

// A payer's message that was pasted from a chat is a claim, too. A claim that the giver typed on the drive's page goes before
// it: people of the drive can neither rename that giver nor name an anonymous one.

type Pasted = Pick<ClaimOutcome, 'receipt' | 'tail' | 'name' | 'phone' | 'anonymous'>
type Kept = { id: number; state: 'waiting' | 'placed' | 'desk' | 'refused' | 'lapsed' }

const anew = { state: 'waiting', settled_at: null, created_at: sql<Date>`now()` } as const

/** Keeps the claim of a pasted message, and looks for its money. An existing claim stays as it is; a lapsed one is looked for again. */
export async function keepPasted(tx: Tx, driveId: string, { phone, ...said }: Pasted): Promise<Kept> {
  const row = { ...said, message: '', phone: phone || null }
  await tx
    .insertInto('claims')
    .values({ fund_drive_id: driveId, ...row })
    .onConflict((same) =>
      same
        .columns(['fund_drive_id', 'receipt', 'tail'])
        .doUpdateSet({ ...row, ...anew })
        .where('claims.state', '=', 'lapsed')
        .where('claims.own', '=', false),
    )
    .execute()
  await tx
    .updateTable('claims')
    .set(anew)
    .where('fund_drive_id', '=', driveId)
    .where('receipt', '=', said.receipt)
    .where('tail', '=', said.tail)
    .where('state', '=', 'lapsed')
    .execute()
  const kept = await pastedClaim(tx, driveId, said)
  if (kept.state !== 'waiting') return kept
  await listSoon(tx)
  await settleClaims(tx, said.receipt)
  return kept
}

const pastedClaim = (tx: Tx, driveId: string, { receipt, tail }: Pick<Pasted, 'receipt' | 'tail'>): Promise<Kept> =>
  tx
    .selectFrom('claims')
    .where('fund_drive_id', '=', driveId)
    .where('receipt', '=', receipt)
    .where('tail', '=', tail)
    .select(['id', 'state'])
    .executeTakeFirstOrThrow()
