import { msg, plural } from '@lingui/core/macro'
import { sql } from 'kysely'
import type { AccountLine } from '#app/drives/public-page/hero.tsx'
import type { Language } from '#app/kit/languages.ts'
import { Refusal } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import { lineOfPlan } from '#app/money/spending/plan.server.ts'
import { type Db, databaseNow, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { builtOnce } from '#app/platform/postgres/queries.server.ts'
import { type Destination, methodText, payoutTexts, type SignedWord, signerMissing, tooFewCount } from './payout.ts'
import { isAsSaid, isAsSealed, sealedColumns } from './seals.server.ts'

// Counting who must agree to a withdrawal, and who has. Treasurers sign; the owner asks, and asking never counts. All parts of a withdrawal
// are signed as one. What decides locks the drive's wallet first, and so does what changes who counts: two never cross.

export type Signer = {
  id: string
  name: string
  /** From when they count; null if that is not decided. */
  since: Date | null
  counts: boolean
  /** The newest word, and when it was said. */
  verdict: SignedWord | null
}

/** Reads the treasurers of a drive who count, or will: whose help and account are open. */
export async function signersOf(db: Db | Tx, driveId: string): Promise<Omit<Signer, 'verdict'>[]> {
  return await db
    .selectFrom('drive_helpers as h')
    .innerJoin('users as u', 'u.id', 'h.user_id')
    .innerJoin('profiles as p', 'p.user_id', 'u.id')
    .leftJoin('money_changes as c', (join) =>
      join.onRef('c.helper_id', '=', 'h.id').on('c.kind', '=', 'joins').on('c.state', '=', 'waiting'),
    )
    .where('h.fund_drive_id', '=', driveId)
    .where('h.role', '=', 'treasurer')
    .where('h.accepted_at', 'is not', null)
    .where('h.left_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .where('u.suspended_at', 'is', null)
    .select(['u.id', 'p.full_name as name'])
    .select(sql<Date | null>`coalesce(h.signs_since, c.from_at)`.as('since'))
    .select(sql<boolean>`coalesce(h.signs_since <= now(), false)`.as('counts'))
    .orderBy('h.id')
    .limit(20)
    .execute()
}

/** The treasurers and a withdrawal. */
export type Agreement = {
  needed: number
  signers: Signer[]
  /** Those who count and agree. */
  agreed: Signer[]
  /** Those who may still agree: without those who said no. */
  mayAgree: Signer[]
  /** All that was said, in order, also by people who help no more. */
  said: { by: string; name: string | null; verdict: SignedWord; note: string; at: Date }[]
  /** False if a request or a signature was changed in the database. */
  isOurs: boolean
}

/** Counts who agrees to a withdrawal now: with the wallet locked, where something is decided by it. */
export async function signedBy(
  db: Db | Tx,
  { whole, driveId }: { whole: string; driveId: string },
): Promise<Agreement> {
  const parts = await db
    .selectFrom('payout_requests')
    .where('whole', '=', whole)
    .select(sealedColumns)
    .select('user_id')
    .execute()
  const { signatures: number } = await db
    .selectFrom('fund_drives')
    .where('id', '=', driveId)
    .select('signatures')
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('payout_signatures as s')
    .leftJoin('profiles as p', 'p.user_id', 's.by')
    .where('s.whole', '=', whole)
    .select(['s.whole', 's.by', 's.verdict', 's.note', 's.mac', 's.created_at as at', 'p.full_name as name'])
    .orderBy('s.id')
    .execute()
  const said = rows.filter(isAsSaid)
  const asker = parts[0]?.user_id
  const all = (await signersOf(db, driveId)).filter(({ id }) => id !== asker)
  const signers = all.map(
    (one): Signer => ({ ...one, verdict: said.findLast(({ by }) => by === one.id)?.verdict ?? null }),
  )
  return {
    needed: Math.max(number, ...parts.map(({ needs }) => needs)),
    signers,
    agreed: signers.filter(({ counts, verdict }) => counts && verdict === 'yes'),
    mayAgree: signers.filter(({ verdict }) => verdict !== 'no'),
    said,
    isOurs: parts.every(isAsSealed) && said.length === rows.length,
  }
}

export const isUnsigned = ({ needed, agreed }: Agreement): boolean => agreed.length < needed

/** Names those who are missing, for the administrator who wanted to complete it. */
export const unsignedRefusal = ({ needed, agreed, signers }: Agreement): Refusal => {
  const missing = signers.filter((one) => !agreed.includes(one)).map(({ name }) => name)
  return new Refusal(signerMissing({ needed, agreed: agreed.length, missing }))
}

/** Refuses to complete what was changed in the database, or what too few agree to. The wallet is locked by now. */
export async function refuseUnsigned(tx: Tx, of: { whole: string; driveId: string }): Promise<void> {
  const signed = await signedBy(tx, of)
  if (!signed.isOurs) throw new Refusal(payoutTexts.notMadeHere)
  if (isUnsigned(signed)) throw unsignedRefusal(signed)
}

/** Returns how many must agree to a withdrawal that is asked for now, or refuses while fewer count. */
export async function needsNow(tx: Tx, driveId: string, language: Language): Promise<number> {
  const { signatures: needs, user_id: asker } = await tx
    .selectFrom('fund_drives')
    .where('id', '=', driveId)
    .select(['signatures', 'user_id'])
    .executeTakeFirstOrThrow()
  if (needs === 0) return 0
  const signers = (await signersOf(tx, driveId)).filter(({ id }) => id !== asker)
  const counting = signers.filter(({ counts }) => counts).length
  if (counting >= needs) return needs
  const next = signers.find(({ counts, since }) => !counts && since)
  const later = next && { name: next.name, when: momentIn(language, next.since!) }
  throw new Refusal({ ...payoutTexts.requestFailed, why: tooFewCount(counting, later) })
}

/** The number and the treasurers of a drive as its public page names them, and the way to what is about to change; null while nobody must agree. */
export async function signersLine(db: Db, driveId: string, language: Language): Promise<AccountLine | null> {
  const rows = await shownSigners(db, { driveId })
  const n = rows[0]?.n
  if (!n) return null
  const words = wordsIn(language, catalogues[language])
  const must = words._(
    msg`${plural(n, { one: '# treasurer must agree to every withdrawal', other: '# treasurers must agree to every withdrawal' })}`,
  )
  const { slug, changes } = rows[0]!
  const link = changes ? { link: { to: `/fundraiser/${slug}/account#agree`, text: words._(msg`A change waits`) } } : {}
  if (!rows.some(({ name }) => name)) return { text: `${must}.`, ...link }
  const nameless = words._(msg`a treasurer`)
  return { text: `${must}:`, typed: rows.map(({ name }) => name ?? nameless).join(', '), ...link }
}

/** Their names only with their tick. Without a treasurer who counts there is one row without a name. */
const shownSigners = builtOnce((db, { driveId }: { driveId: string }) =>
  db
    .selectFrom('fund_drives as d')
    .leftJoin(
      ({ selectFrom }) =>
        selectFrom('drive_helpers as h')
          .innerJoin('users as u', 'u.id', 'h.user_id')
          .innerJoin('profiles as p', 'p.user_id', 'u.id')
          .where('h.role', '=', 'treasurer')
          .where('left_at', 'is', null)
          .where('h.signs_since', '<=', sql<Date>`now()`)
          .where('u.deleted_at', 'is', null)
          .where('u.suspended_at', 'is', null)
          .select(['h.id', 'h.fund_drive_id', 'h.named', 'p.full_name'])
          .as('s'),
      (join) => join.onRef('s.fund_drive_id', '=', 'd.id'),
    )
    .where('d.id', '=', driveId)
    .where('d.signatures', '>', 0)
    .select(['d.signatures as n', 'd.slug', sql<string | null>`case when s.named then s.full_name end`.as('name')])
    .select(
      sql<boolean>`exists (select from money_changes c
        where c.fund_drive_id = d.id and c.kind <> 'give_back' and c.state in ('waiting', 'held'))`.as('changes'),
    )
    .orderBy('s.id'),
)

/** A treasurer's own tick: whether the public page shows their name. */
export const nameSigner = (
  db: Db,
  { driveId, by, named }: { driveId: string; by: string; named: boolean },
): Promise<void> =>
  inOneGo(db, async (tx) => {
    const set = await tx
      .updateTable('drive_helpers')
      .set({ named })
      .where('fund_drive_id', '=', driveId)
      .where('user_id', '=', by)
      .where('role', '=', 'treasurer')
      .where('left_at', 'is', null)
      .executeTakeFirst()
    if (set.numUpdatedRows === 0n) throw new Refusal(payoutTexts.notTreasurer, { status: 404 })
  })

/** Whether a treasurer of a drive is named on its public page; null for who is none. */
export const isNamed = async (db: Db, driveId: string, person: string): Promise<boolean | null> => {
  const row = await db
    .selectFrom('drive_helpers')
    .where('fund_drive_id', '=', driveId)
    .where('user_id', '=', person)
    .where('role', '=', 'treasurer')
    .where('left_at', 'is', null)
    .select('named')
    .executeTakeFirst()
  return row?.named ?? null
}

/** Asks the treasurers who count to agree, and once more after a day. Mails and texts may be late; nothing depends on them. */
export async function askSigners(tx: Tx, { driveId, eventId }: { driveId: string; eventId: number }): Promise<void> {
  const again = new Date((await databaseNow(tx)).getTime() + dayLength)
  for (const { id: userId, counts } of await signersOf(tx, driveId)) {
    if (!counts) continue
    await enqueue(tx, 'mail-signer', { eventId, userId }, { key: `${eventId} ${userId}` })
    await enqueue(
      tx,
      'mail-signer',
      { eventId, userId, again: true },
      { key: `${eventId} ${userId} again`, runAt: again },
    )
  }
}
const dayLength = 24 * 3_600_000

/** Tells treasurers who have no email address that money went out. Those with one read it in the email about the closed day. */
export async function tellSent(tx: Tx, { payoutId, eventId }: { payoutId: number; eventId: number }): Promise<void> {
  const treasurers = await tx
    .selectFrom('payout_requests as o')
    .innerJoin('drive_helpers as h', 'h.fund_drive_id', 'o.fund_drive_id')
    .innerJoin('users as u', 'u.id', 'h.user_id')
    .where('o.id', '=', payoutId)
    .where(sql<boolean>`h.role = 'treasurer' and h.accepted_at is not null and h.left_at is null`)
    .where(sql<boolean>`u.email is null and u.deleted_at is null`)
    .select('u.id')
    .orderBy('h.id')
    .execute()
  for (const { id: userId } of treasurers)
    await enqueue(tx, 'mail-signer', { eventId, userId }, { key: `${eventId} ${userId}` })
}

/** A withdrawal as those see it who agree to it: all its parts together, and its account with four digits. */
export async function signedPayout(db: Db, driveId: string, id: number) {
  const one = await db
    .selectFrom('payout_requests')
    .where('id', '=', id)
    .where('fund_drive_id', '=', driveId)
    .select(['whole', 'status'])
    .executeTakeFirst()
  if (!one) return undefined
  const parts = await db
    .selectFrom('payout_requests as o')
    .innerJoin('profiles as p', 'p.user_id', 'o.user_id')
    .where('o.whole', '=', one.whole)
    .select(['o.amount', 'o.fee', 'o.net', 'o.destination', 'o.purpose', 'o.created_at', 'o.user_id', 'p.full_name'])
    .select('o.line_id')
    .orderBy('o.part')
    .execute()
  const { needed, agreed, signers, said } = await signedBy(db, { whole: one.whole, driveId })
  const [first] = parts
  const sum = (name: 'amount' | 'fee' | 'net') => parts.reduce((total, part) => total + part[name], 0)
  return {
    id,
    status: one.status,
    amount: sum('amount'),
    fee: sum('fee'),
    net: sum('net'),
    to: methodText(first!.destination as unknown as Destination),
    purpose: first!.purpose,
    line: (await lineOfPlan(db, driveId, first!.line_id)) ?? null,
    asker: first!.user_id,
    asked: first!.full_name,
    at: first!.created_at,
    needed,
    agreed: agreed.map(({ name }) => name),
    signers: signers.filter(({ counts }) => counts).map((signer) => ({ id: signer.id, verdict: signer.verdict })),
    said: said.map(({ name, verdict, note, at }) => ({ name, verdict, note, at })),
    /** Set if an administrator has declined it. */
    declined: (await declinedBy(db, id)) ?? null,
  }
}

/** Reads the words of the administrator who declined it. */
const declinedBy = (db: Db, id: number) =>
  db
    .selectFrom('payout_events')
    .where('payout_id', '=', id)
    .where('kind', '=', 'rejected')
    .select(['note', 'reason', 'created_at as at'])
    .executeTakeFirst()

export type SignedPayout = NonNullable<Awaited<ReturnType<typeof signedPayout>>>
