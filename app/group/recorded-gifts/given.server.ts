import { type SqlBool, sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import { byNumber, pageOfRows } from '#app/platform/list.server.ts'
import type { OwnRecorded } from './own-list.tsx'
import type { RecordedStep } from './recorded.ts'

export const isReceipt = (text: string) => /^[0-9A-Z]{10,24}$/.test(text)

/** Returns the receipt at the end of this address, for the person who has it: nobody guesses one. */
export async function givenAt(db: Db, receipt: string) {
  if (!isReceipt(receipt)) return undefined
  const row = await db
    .selectFrom('recorded_gifts as r')
    .innerJoin('profiles as p', 'p.user_id', 'r.recorded_by')
    .innerJoin('fund_drives as f', 'f.id', 'r.fund_drive_id')
    .where('r.receipt', '=', receipt)
    .select(['r.id', 'r.amount', 'r.method', 'r.name', 'r.anonymous', 'f.slug', 'f.title', 'p.full_name as by'])
    .select([sql<string>`r.given_on::text`.as('givenOn'), sql<boolean>`r.voided_at is not null`.as('isVoid')])
    // The data that its removal link would remove.
    .select(sql<boolean>`r.name <> '' or r.phone is not null or r.note <> ''`.as('namesSomeone'))
    .executeTakeFirst()
  if (!row) return undefined
  const { id, ...given } = row
  return { ...given, receipt, story: await storyOf(db, id) }
}

/** Returns the story of a gift, step by step. */
async function storyOf(db: Db, id: number): Promise<RecordedStep[]> {
  const rows = await db
    .selectFrom('recorded_story as s')
    .leftJoin('profiles as p', 'p.user_id', 's.by')
    .where('s.recorded_id', '=', id)
    .orderBy('s.id')
    .select(['s.id', 's.what', 's.why', 's.created_at as at', 'p.full_name as by'])
    .select(sql<number | null>`(s.facts ->> 'amount')::bigint`.as('before'))
    .execute()
  return rows
}

/** Most people have a few; the copy of their data has them all. */
const mostShown = 50

/** Returns gifts that others recorded for a person, to any drive, the newest first, and whether there are more. */
export async function recordedFor(db: Db, personId: string): Promise<{ gifts: OwnRecorded[]; isMore: boolean }> {
  const rows = await db
    .selectFrom('recorded_gifts as r')
    .innerJoin('fund_drives as f', 'f.id', 'r.fund_drive_id')
    .innerJoin('profiles as p', 'p.user_id', 'r.recorded_by')
    .where(sql<SqlBool>`r.id in (select recorded_for(${personId}))`)
    .select(['r.id', 'r.amount', 'r.method', 'r.receipt', 'r.anonymous', 'f.title', 'f.slug', 'p.full_name as by'])
    .select([sql<string>`r.given_on::text`.as('givenOn'), sql<boolean>`r.voided_at is not null`.as('isVoid')])
    .orderBy('r.id', 'desc')
    .limit(mostShown + 1)
    .execute()
  return { gifts: rows.slice(0, mostShown), isMore: rows.length > mostShown }
}

const order = byNumber('r.id')
const atOnce = 50

/** Returns the recorded gifts that visitors see, newest first: no anonymous giver's name, no note, and no hidden gift. */
export async function recordedSeen(db: Db, driveId: string, after: string | null) {
  const query = db
    .selectFrom('recorded_gifts as r')
    .innerJoin('profiles as p', 'p.user_id', 'r.recorded_by')
    .innerJoin('fund_drives as d', 'd.id', 'r.fund_drive_id')
    .where('r.fund_drive_id', '=', driveId)
    .where('r.voided_at', 'is', null)
    .where('d.recorded_hidden_at', 'is', null)
    .select(['r.id', 'r.amount', 'r.method', 'r.anonymous', 'p.full_name as by'])
    .select(sql<string>`case when r.anonymous then '' else r.name end`.as('name'))
    .select(sql<string>`r.given_on::text`.as('givenOn'))
  const asked = { sort: 'number', order: 'desc', after } as const
  return pageOfRows(query, { ...order, asked, size: atOnce })
}
