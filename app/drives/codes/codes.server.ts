import { type Expression, type SqlBool, sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { changingDrive, type Mine } from '#app/drives/drive/manage.server.ts'
import { Refusal, type Words } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { builtOnce } from '#app/platform/postgres/queries.server.ts'
import {
  asRead,
  type CodeAccount,
  distance,
  editsBetween,
  furthest,
  numbersNear,
  partsOfWord,
  readAccount,
  wrongWord,
} from './code.ts'
import { codeRefusals } from './word.ts'

/** The codes that a drive shares now: its number, which every drive has, and its word, where its owner chose one. */
export type Codes = { number: string; word: string | null }

export async function codesOf(db: Db | Tx, driveId: string): Promise<Codes> {
  const codes = await codesFound(db, driveId)
  if (!codes) throw new Error(`drive ${driveId} has no number`)
  return codes
}

/** Finds the codes for an id that was sent to us: undefined where there is no such drive. */
async function codesFound(db: Db | Tx, driveId: string): Promise<Codes | undefined> {
  const rows = await sharedCodes(db, { driveId })
  const number = rows.find(({ kind }) => kind === 'number')
  return number && { number: number.code, word: rows.find(({ kind }) => kind === 'word')?.code ?? null }
}

/** Returns the code to show where there is room for one: a word is easier to remember. */
export async function codeShown(db: Db | Tx, driveId: string): Promise<string> {
  return shownOf(await codesOf(db, driveId))
}

/** Returns that code as a part of a larger query; null where there is no such drive. */
export const codeShownNow = (driveId: string) => sql<string | null>`(
  select code from drive_codes where fund_drive_id = ${driveId}::uuid and retired_at is null order by kind = 'word' desc limit 1)`

/** Finds the code to show for an id that was sent to us: undefined where there is no such drive. */
export async function codeFound(db: Db | Tx, driveId: string): Promise<string | undefined> {
  const codes = await codesFound(db, driveId)
  return codes && shownOf(codes)
}

const shownOf = ({ word, number }: Codes) => word ?? number

const sharedCodes = builtOnce((db, { driveId }: { driveId: string }) =>
  db
    .selectFrom('drive_codes')
    .where('fund_drive_id', '=', driveId)
    .where('retired_at', 'is', null)
    .select(['kind', 'code']),
)

/** The code and drive that a typed account leads to. */
export type FoundCode = {
  /** Null when the drive was deleted. */
  driveId: string | null
  /** The code as it was given out. */
  code: string
  /** Whether its owner shares another word by now. */
  isFormer: boolean
  /** The tag after the code, which names one request on a phone; null for the code alone. */
  tag: string | null
}

/** The drive that an account was typed for: undefined when it holds no code that we ever gave out. */
export const driveOfAccount = async (db: Db | Tx, typed: string): Promise<FoundCode | undefined> =>
  (await drivesOfAccounts(db, [typed])).get(typed)

/** Finds the codes of many accounts at once, keyed by the text typed. */
export async function drivesOfAccounts(db: Db | Tx, typed: string[]): Promise<Map<string, FoundCode>> {
  const accounts = new Map(typed.map((one) => [one, readAccount(one)]))
  const codesOfKind = (asked: CodeAccount['kind']) =>
    [...accounts.values()].flatMap((one) => (one?.kind === asked ? [one.code] : []))
  const { rows } = await sql<{ key: string; code: string; driveId: string | null; retiredAt: Date | null }>`
    select kind || code as key, code, fund_drive_id as "driveId", retired_at as "retiredAt" from drive_codes
    where kind = 'number' and code = any(${codesOfKind('number')}::text[])
    union all
    select kind || translate(code, 'L', 'I'), code, fund_drive_id, retired_at from drive_codes
    where kind = 'word' and translate(code, 'L', 'I') = any(${codesOfKind('word')}::text[])`.execute(db)
  const known = new Map(rows.map((row) => [row.key, row]))
  return new Map(
    [...accounts].flatMap(([one, account]) => {
      const row = account && known.get(account.kind + account.code)
      if (!row) return []
      const { code, driveId, retiredAt } = row
      return [[one, { driveId, code, isFormer: retiredAt !== null, tag: account.tag }] as const]
    }),
  )
}

/** Returns the drive of a typed code as a subquery, for searches. */
export function driveWithCode(typed: string): Expression<string | null> {
  const account = readAccount(typed)
  return account ? sql`(select fund_drive_id from drive_codes where ${isOf(account)})` : sql`null`
}

const isOf = ({ kind, code }: CodeAccount) =>
  kind === 'word'
    ? sql<SqlBool>`kind = 'word' and translate(code, 'L', 'I') = ${code}`
    : sql<SqlBool>`kind = 'number' and code = ${code}`

export type Near = { code: string; driveId: string; title: string }

/**
 * Finds codes that an unknown account may have meant, the nearest first, for a person to decide. Never used to place
 * money.
 */
export async function nearestCodes(db: Db | Tx, typed: string, most: number): Promise<Near[]> {
  const parts = partsOfWord(typed)
  const numbers = parts.numbers.slice(0, 4).flatMap(numbersNear)
  const lengths = parts.words.flatMap(({ length }) => [length - 1, length, length + 1])
  const rows = await db
    .selectFrom('drive_codes as c')
    .innerJoin('fund_drives as d', 'd.id', 'c.fund_drive_id')
    .where(({ eb, or }) =>
      or([
        eb('c.code', '=', sql<string>`any(${numbers}::text[])`),
        sql<SqlBool>`c.kind = 'word' and length(c.code) = any(${lengths}::int[])`,
      ]),
    )
    .select(['c.code', 'd.id as driveId', 'd.title'])
    .execute()
  return rows
    .map((row) => ({ row, far: distance(row.code, parts) }))
    .filter(({ far }) => far <= furthest)
    .sort((one, other) => one.far - other.far || (one.row.code < other.row.code ? -1 : 1))
    .slice(0, most)
    .map(({ row }) => row)
}

/** The most words one drive may have had: enough to mend a slip, too few to keep others from good ones. */
const mostWords = 5

/**
 * Gives the drive a word, or another one, or none. Each it ever had keeps leading to it. Refuses a word that another drive
 * has or had, and one that is a single slip away from it: money would go to the other drive.
 */
export const setWord = (db: Db, mine: Mine, word: string | null, by: Actor): Promise<void> =>
  changingDrive(db, mine, 'run', async (tx, { id }) => {
    const { word: before } = await codesOf(tx, id)
    if (before === word) return
    if (word) await refuseWrong(tx, id, word)
    await tx
      .updateTable('drive_codes')
      .set({ retired_at: new Date() })
      .where('fund_drive_id', '=', id)
      .where('kind', '=', 'word')
      .where('retired_at', 'is', null)
      .execute()
    if (word) await share(tx, id, word)
    await record(tx, { by, act: 'word chosen', noun: 'code', subject: id, before: { word: before }, after: { word } })
  })

async function refuseWrong(tx: Tx, driveId: string, word: string): Promise<void> {
  const wrong = wrongWord(word)
  if (wrong) throw refused(codeRefusals[wrong])
  // Words are chosen one after the other: of two that are near each other and chosen at once, neither would see the other.
  await sql`select pg_advisory_xact_lock(hashtextextended('words of drives', 0))`.execute(tx)
  const rows = await tx
    .selectFrom('drive_codes')
    .where('kind', '=', 'word')
    .where(sql<number>`length(code)`, 'in', [word.length - 1, word.length, word.length + 1])
    .select(['code', 'fund_drive_id as driveId'])
    .execute()
  const far = rows.filter((row) => row.driveId !== driveId).map(({ code }) => editsBetween(asRead(code), asRead(word)))
  if (far.includes(0)) throw refused(codeRefusals.taken)
  if (far.includes(1)) throw refused(codeRefusals.near)
}

/** Shares a word, also one that the drive had before. */
async function share(tx: Tx, driveId: string, word: string): Promise<void> {
  const words = await tx
    .selectFrom('drive_codes')
    .where('fund_drive_id', '=', driveId)
    .where('kind', '=', 'word')
    .select('code')
    .execute()
  const known = words.find(({ code }) => asRead(code) === asRead(word))
  if (known)
    return void (await tx.updateTable('drive_codes').set({ retired_at: null }).where('code', '=', known.code).execute())
  if (words.length >= mostWords) throw refused(codeRefusals.many)
  await tx.insertInto('drive_codes').values({ code: word, fund_drive_id: driveId, kind: 'word' }).execute()
}

const refused = (why: Words) => new Refusal(why, { status: 422, field: 'word' })
