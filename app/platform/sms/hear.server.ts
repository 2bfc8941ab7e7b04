import { sql } from 'kysely'
import { phoneIn } from '#app/kit/phone.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { theTexter } from './choose-texter.server.ts'
import { startSms, stopSms } from './stops.server.ts'
import type { HeardText } from './texter.ts'

/** What the gateway posts: reports on texts, and what people write back. */
export async function hearOfTexts(db: Db, form: URLSearchParams): Promise<void> {
  const heard = theTexter().read(form)
  if (heard.is === 'stop') await stopSms(db, heard.phone)
  else if (heard.is === 'start') await startSms(db, heard.phone)
  else if (heard.is === 'report') await report(db, heard)
}

type Report = Extract<HeardText, { is: 'report' }>

/**
 * A report can come before the answer to the call that it is about, or without one. Then it is of the one text to that phone
 * that may have gone out; where there are several, it waits for the answer.
 */
async function report(db: Db, { id, phone, state, why }: Report): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await textsInTurn(tx, id)
    const known = await tx.selectFrom('sms_outbox').where('provider_id', '=', id).select('id').executeTakeFirst()
    const number = phoneIn(phone)
    const open = known || !number ? [] : await openTo(tx, number)
    const about = known ?? (open.length === 1 ? open[0] : undefined)
    if (about) {
      // No word of failure outweighs a success.
      await tx
        .updateTable('sms_outbox')
        .set({ provider_id: id, state, why, ended_at: sql`now()` })
        .where('id', '=', about.id)
        .where('state', '<>', 'delivered')
        .execute()
      return
    }
    await tx
      .insertInto('sms_reports')
      .values({ provider_id: id, phone: number ?? '', state, why })
      .onConflict((same) =>
        same.column('provider_id').doUpdateSet({ state, why }).where('sms_reports.state', '<>', 'delivered'),
      )
      .execute()
  })
}

/** The answer looks for reports that came before it, and a report for its answer: one after the other, neither misses the other. */
export const textsInTurn = (tx: Tx, id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`text ${id}`}, 0))`.execute(tx)

/** Texts to a phone that may have gone out, and that nobody has reported yet. */
const openTo = (tx: Tx, phone: string) =>
  tx
    .selectFrom('sms_outbox')
    .where('phone', '=', phone)
    .where('state', '=', 'maybe_sent')
    .where('provider_id', 'is', null)
    .where('tried_at', '>', sql<Date>`now() - interval '1 day'`)
    .select('id')
    .limit(2)
    .execute()
