import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { postingsOfSubject } from '#app/base/ledger/postings.server.ts'
import { Refusal } from '#app/kit/says.ts'
import { type Destination, payoutTexts } from '#app/money/payouts/payout.ts'
import type { Db } from '#app/platform/db.server.ts'
import { requestFor } from './requests-list.server.ts'
import { giftsOf } from './thread.server.ts'

/** Reads all that is known of one withdrawal; undefined if there is none. The access is recorded. */
export async function wholeStoryOf(db: Db, number: string | undefined, by: Actor) {
  const about = await requestFor(db, number, by)
  if (!about) return undefined
  const { id, driveId } = about.request
  const [attempts, steps, postings, covered] = await Promise.all([
    attemptsOf(db, id),
    stepsOf(db, id),
    postingsOfSubject(db, id, ['payout', 'payout_sent', 'payout_declined', 'payout_returned']),
    giftsOf(db, driveId, id),
  ])
  return { ...about, attempts, steps, postings, covered }
}
export type WholeStory = NonNullable<Awaited<ReturnType<typeof wholeStoryOf>>>

/** The limit of rows. Only a withdrawal that is tried again and again has more. */
const most = 200

async function attemptsOf(db: Db, payoutId: number) {
  const rows = await db
    .selectFrom('payout_attempts')
    .where('payout_id', '=', payoutId)
    .select(['n', 'reference', 'provider', 'provider_code as code', 'state', 'fee', 'why', 'checks'])
    .select(['created_at as at', 'sent_at as sentAt', 'updated_at as changed', 'next_check_at as nextLook'])
    .orderBy('n', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => ({ ...row, state: row.state }))
}
export type Attempt = Awaited<ReturnType<typeof attemptsOf>>[number]

/** Lists its steps and the approval of the first of two administrators in order, with who did what and what they said. */
async function stepsOf(db: Db, payoutId: number) {
  const [events, approvals] = await Promise.all([
    db
      .selectFrom('payout_events as e')
      .leftJoin('profiles as p', 'p.user_id', 'e.by')
      .where('e.payout_id', '=', payoutId)
      .select(['e.kind', 'e.note', 'e.code', 'e.reason', 'e.created_at as at', 'p.full_name as who'])
      .orderBy('e.id')
      .limit(most)
      .execute(),
    db
      .selectFrom('payout_approvals as y')
      .leftJoin('profiles as p', 'p.user_id', 'y.by')
      .where('y.payout_id', '=', payoutId)
      .select(['y.note', 'y.created_at as at', 'p.full_name as who'])
      .orderBy('y.id')
      .limit(most)
      .execute(),
  ])
  const steps = [
    ...events.map(({ kind, ...step }) => ({ ...step, kind })),
    ...approvals.map((one) => ({ ...one, kind: 'first' as const, code: '', reason: null })),
  ]
  return steps.sort((one, other) => one.at.getTime() - other.at.getTime())
}
export type AdminStep = Awaited<ReturnType<typeof stepsOf>>[number]

/** Returns the whole number that a request's money goes to. The access is recorded before it is shown. */
export const revealNumber = (db: Db, payoutId: number, by: Actor): Promise<{ number: string; name: string }> =>
  db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('payout_requests')
      .where('id', '=', payoutId)
      .select(['destination', 'withdrawal_method_id'])
      .executeTakeFirst()
    if (!row) throw new Refusal(payoutTexts.noMethod, { status: 404 })
    await record(tx, {
      by,
      act: 'revealed',
      noun: 'method',
      subject: row.withdrawal_method_id,
      after: { payout: payoutId },
    })
    const to = row.destination as unknown as Destination
    return to.type === 'bank' ? { number: to.account, name: to.name } : { number: to.phone, name: '' }
  })
