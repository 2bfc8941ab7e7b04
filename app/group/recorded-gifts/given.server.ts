import { sql } from 'kysely'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { inOneGo } from '#app/platform/postgres/in-one-go.server.ts'
import type { RecordedStep } from './given.ts'
import { recordedGiftTexts } from './recorded.ts'

const isReceipt = (text: string) => /^[0-9A-Z]{10,24}$/.test(text)

/** The receipt at the end of this address, for the person who has it: nobody guesses one. */
export async function givenAt(db: Db, receipt: string) {
  if (!isReceipt(receipt)) return undefined
  const row = await db
    .selectFrom('recorded_gifts as r')
    .innerJoin('profiles as p', 'p.user_id', 'r.recorded_by')
    .innerJoin('fund_drives as f', 'f.id', 'r.fund_drive_id')
    .where('r.receipt', '=', receipt)
    .select(['r.id', 'r.amount', 'r.method', 'r.name', 'r.anonymous', 'f.slug', 'f.title', 'p.full_name as by'])
    .select([sql<string>`r.given_on::text`.as('givenOn'), sql<boolean>`r.voided_at is not null`.as('isVoid')])
    // What its removal link would take away.
    .select(sql<boolean>`r.name <> '' or r.phone is not null or r.note <> ''`.as('namesSomeone'))
    .executeTakeFirst()
  if (!row) return undefined
  const { id, ...given } = row
  return { ...given, receipt, story: await storyOf(db, id) }
}

/** What became of it, step by step. */
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

/**
 * Takes its giver's name, number and note out, for the person who has the receipt. Amount, day and code stay. `also` is done in the
 * same transaction. A paste is locked before its gifts where it is entered or taken back: of two in a circle, one is done again.
 */
export const forgetGiven = (
  db: Db,
  receipt: string,
  also: (tx: Tx, recordedId: number) => Promise<void> = async () => {},
): Promise<void> =>
  inOneGo(db, async (tx) => {
    const row = await tx
      .updateTable('recorded_gifts')
      .set({ name: '', phone: null, note: '', version: sql<number>`version + 1` })
      .where('receipt', '=', isReceipt(receipt) ? receipt : '')
      .returning('id')
      .executeTakeFirst()
    if (!row) throw new Refusal(recordedGiftTexts.missing, { status: 404 })
    await also(tx, row.id)
  })
