import { sql } from 'kysely'
import { phoneIn } from '#app/kit/phone.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { startSms, stopSms } from './outbox.server.ts'
import { type HeardText, theTexter } from './texter.server.ts'

/** The gateway's posts: reports on texts, and people's replies. */
export async function hearOfTexts(db: Db, form: URLSearchParams): Promise<void> {
  const heard = theTexter().read(form)
  if (heard.is === 'stop') await stopSms(db, heard.phone)
  else if (heard.is === 'start') await startSms(db, heard.phone)
  else if (heard.is === 'report') await report(db, heard)
  else if (heard.is === 'reply') await keepReply(db, heard)
}

/** Keeps a reply until a job has acted on it: the gateway's call is answered before. */
async function keepReply(db: Db, { phone: typed, text }: Extract<HeardText, { is: 'reply' }>): Promise<void> {
  const phone = phoneIn(typed)
  if (!phone) return
  await db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('sms_heard')
      .values({ phone, text: text.replaceAll('\0', '').slice(0, 160) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueue(tx, 'hear-text', { heardId: id }, { key: String(id) })
  })
}

type Report = Extract<HeardText, { is: 'report' }>

/**
 * Records a report. It can come before the answer to its call, or without one. Then it belongs to the one text to that
 * phone that may have gone out; if there are several, it waits for the answer.
 */
async function report(db: Db, { id, phone, state, why }: Report): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await textsInTurn(tx, id)
    const known = await tx.selectFrom('sms_outbox').where('provider_id', '=', id).select('id').executeTakeFirst()
    const number = phoneIn(phone)
    const open = known || !number ? [] : await openTo(tx, number)
    const about = known ?? (open.length === 1 ? open[0] : undefined)
    if (about) {
      // A report of failure never overrides a success.
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

/** Serializes answer and report of a text: the answer looks for earlier reports, the report for an answer; neither misses the other. */
export const textsInTurn = (tx: Tx, id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`text ${id}`}, 0))`.execute(tx)

/** Finds texts to a phone that may have gone out, and have no report yet. */
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
