import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import type { RecordedStep } from './given.ts'

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
