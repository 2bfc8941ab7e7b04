import { type Expression, type SqlBool, sql } from 'kysely'
import { builtOnce } from '#app/platform/built-once.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { type CodeAccount, readAccount } from './code.ts'
import { distance, furthest, numbersNear, partsOfWord } from './nearest.ts'

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
