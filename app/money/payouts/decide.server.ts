import { type Insertable, sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import type { ActName, Facts } from '#app/base/audit/audit.ts'
import { post } from '#app/base/ledger/post.server.ts'
import { lockWallet, release, type Wallet, writeOff } from '#app/base/ledger/wallet.server.ts'
import { Refusal } from '#app/kit/says.ts'
import { type Db, databaseNow, type Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { inOneGo } from '#app/platform/postgres/in-one-go.server.ts'
import type { DB } from '#db/types.ts'
import type { DeclineReason } from './decline.ts'
import { payoutTexts } from './payout.ts'
import { refuseRefunding } from './refunding.server.ts'
import { arrowOf, isPossible, openStates, type PayoutState, type StepKind, type StepTaken, toldOf } from './states.ts'
import { refuseStopped } from './stopped.server.ts'

/** Who decides, from which (shortened) address, and what they say to it. */
export type PayoutDecision = {
  by: string
  address?: string | undefined
  note?: string | undefined
  /** Why it was declined, where that was chosen. */
  reason?: DeclineReason | undefined
}

/** An administrator has sent the money by hand. */
export const completeByHand = (db: Db, payoutId: number, decision: PayoutDecision): Promise<void> =>
  deciding(db, payoutId, (tx, payout, wallet) => sentByHand(tx, payout, wallet, decision))

/** What one asks about that was sent by hand. */
export const byHandCode = (payoutId: number): string => `pay-${payoutId}-by-hand`

/** The same as a step of a transaction that is open. */
export async function sentByHand(tx: Tx, payout: Payout, wallet: Wallet, decision: PayoutDecision): Promise<void> {
  const { by, note = '' } = decision
  await refuseToComplete(tx, payout, wallet, by)
  // Who says that they have sent it has approved it, too; it goes by our own number, as no provider gave it one.
  const code = byHandCode(payout.id)
  const steps = [
    { payout_id: payout.id, kind: 'approved', by },
    { payout_id: payout.id, kind: 'sent', by, code },
  ] as const
  await tx.insertInto('payout_events').values(steps).execute()
  await move(tx, payout, { step: 'completed', from: 'processing', by: 'administrator' }, { person: by, note, code })
  await post(tx, 'payout_sent', payout.id, [
    { leg: 1, debit: 'payouts_in_flight', credit: 'provider_clearing', amount: payout.net },
  ])
  await writeDown(tx, payout, decision, 'payout completed', { status: 'completed', how: 'by-hand' })
}

/** An administrator declines: the money is the drive's again, once its debt is paid. */
export const decline = (db: Db, payoutId: number, decision: PayoutDecision): Promise<void> =>
  deciding(db, payoutId, async (tx, payout, wallet) => {
    const { by, note = '', reason } = decision
    refuseOwn(payout, by)
    await move(tx, payout, { step: 'rejected', from: 'processing', by: 'administrator' }, { person: by, note, reason })
    await writeDown(tx, payout, decision, 'payout declined', {
      status: 'rejected',
      ...(reason ? { declined: reason } : {}),
    })
    await putBackInBalance(tx, payout, wallet)
  })

/** The owner takes back a request that nobody has decided about: the money is the drive's again, once its debt is paid. */
export const cancelRequest = (
  db: Db,
  payoutId: number,
  { driveId, by }: { driveId: string; by: string },
): Promise<void> =>
  deciding(db, payoutId, async (tx, payout, wallet) => {
    if (payout.user_id !== by || payout.fund_drive_id !== driveId)
      throw new Refusal(payoutTexts.missing, { status: 404 })
    await refuseDecided(tx, payoutId)
    await move(tx, payout, { step: 'cancelled', from: 'processing', by: 'owner' }, { person: by })
    await putBackInBalance(tx, payout, wallet)
  })

/** The owner learns why they come too late; of two at the same moment `move` lets one through. */
async function refuseDecided(tx: Tx, payoutId: number): Promise<void> {
  const { status } = await tx
    .selectFrom('payout_requests')
    .where('id', '=', payoutId)
    .select('status')
    .executeTakeFirstOrThrow()
  if (!isPossible({ step: 'cancelled', from: status, by: 'owner' })) throw new Refusal(payoutTexts.tooLate)
}

/** Nothing was sent: what was set aside is the drive's again. */
async function putBackInBalance(tx: Tx, payout: Payout, wallet: Wallet): Promise<void> {
  await release(wallet, tx, payout.amount)
  await post(tx, 'payout_declined', payout.id, [
    { leg: 1, debit: 'payouts_in_flight', credit: { drive: payout.fund_drive_id }, amount: payout.net },
  ])
}

/** Gives up what a drive owes. Open requests are decided first: declining one would pay the debt. */
export const writeOffDebt = (db: Db, driveId: string, decision: PayoutDecision): Promise<number> =>
  inOneGo(db, (tx) => writeOffIn(tx, driveId, decision))

/** The same within a transaction. Returns how much it was. */
export async function writeOffIn(tx: Tx, driveId: string, { by, note = '' }: PayoutDecision): Promise<number> {
  const wallet = await lockWallet(tx, driveId)
  if (wallet.debt === 0) throw new Refusal(payoutTexts.nothingOwed)
  const open = await tx
    .selectFrom('payout_requests')
    .where('fund_drive_id', '=', driveId)
    .where('status', 'in', openStates)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (open) throw new Refusal(payoutTexts.underWay)
  await writeOff(wallet, tx, { by, note })
  await tell(tx, `drive:${driveId}`)
  return wallet.debt
}

export type Payout = NonNullable<Awaited<ReturnType<typeof find>>>

/** Runs a step of a request with its drive's wallet locked, and tells the open pages. */
export const deciding = <Done>(
  db: Db,
  payoutId: number,
  step: (tx: Tx, payout: Payout, wallet: Wallet) => Promise<Done>,
): Promise<Done> =>
  inOneGo(db, async (tx) => {
    const payout = await find(tx, payoutId)
    if (!payout) throw changedMeanwhile(404)
    const wallet = await lockWallet(tx, payout.fund_drive_id)
    const done = await step(tx, payout, wallet)
    await tell(tx, `drive:${payout.fund_drive_id}`)
    await tell(tx, `person:${payout.user_id}`)
    await tell(tx, 'office:desk')
    return done
  })

/** What never changes of a request; where it stands is compared by the step itself. */
const find = (tx: Tx, id: number) =>
  tx
    .selectFrom('payout_requests')
    .where('id', '=', id)
    .select(['id', 'fund_drive_id', 'user_id', 'amount', 'net', 'destination'])
    .executeTakeFirst()

/** It is not as it was when the person who decides looked at it; 404 when it is not there at all. */
export const changedMeanwhile = (status = 409) =>
  new Refusal(payoutTexts.updateFailed, { code: 'changed meanwhile', status })

type Said = {
  person?: string | undefined
  note?: string | undefined
  code?: string | undefined
  reason?: DeclineReason | undefined
}

/**
 * Takes a step of the table of states. One statement compares and sets: of two administrators at once one decides, and the
 * other is told. The note is that of this step, even when nothing was said: what was said of an earlier one is not true of
 * it. Only where the provider confirms what an administrator approved, their word stays.
 */
export async function move(
  tx: Tx,
  { id }: Payout,
  taken: StepTaken & { from: PayoutState },
  { person, note = '', code = '', reason }: Said,
): Promise<void> {
  const { to, keepsNote } = arrowOf(taken)
  const { numUpdatedRows } = await tx
    .updateTable('payout_requests')
    .set({ status: to, version: sql`version + 1`, updated_at: sql<Date>`now()` })
    .$if(!keepsNote, (query) => query.set({ notes: note }))
    .where('id', '=', id)
    .where('status', '=', taken.from)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw changedMeanwhile()
  await tellStory(tx, { payout_id: id, kind: taken.step, by: person ?? null, note, code, reason: reason ?? null })
}

/** So long the email that it was sent waits: mostly it has arrived by then, and one email tells both. */
const arrivesWithin = 120_000

/** Writes down a step of a request and has its owner told by email, when the table of states says so. */
export async function tellStory(tx: Tx, step: Insertable<DB['payout_events']> & { kind: StepKind }): Promise<void> {
  const { id } = await tx.insertInto('payout_events').values(step).returning('id').executeTakeFirstOrThrow()
  const told = toldOf(step.kind)
  if (told === 'never') return
  const when = told === 'later' ? { runAt: new Date((await databaseNow(tx)).getTime() + arrivesWithin) } : {}
  await enqueue(tx, 'mail-payout', { eventId: id }, { key: String(id), ...when })
}

/** Writes down who decided about a request that waited, in the transaction of the decision. */
export const writeDown = (
  tx: Tx,
  { id, amount, net }: Payout,
  { by, address = '', note = '' }: PayoutDecision,
  act: ActName,
  after: Facts,
): Promise<void> =>
  record(tx, {
    by: { id: by, address },
    act,
    noun: 'payout',
    subject: id,
    why: note,
    before: { status: 'processing' },
    after: { ...after, amount, net },
  })

/** What a drive owes is paid before its owner is; and nothing goes out while an administrator keeps it back. */
export async function refuseToComplete(tx: Tx, payout: Payout, wallet: Wallet, by: string): Promise<void> {
  refuseOwn(payout, by)
  if (wallet.debt > 0) throw new Refusal(payoutTexts.balanceOwed)
  await refuseRefunding(tx, wallet)
  await refuseStopped(tx, wallet)
}

/** Nobody decides about money for themselves. */
function refuseOwn({ user_id }: Payout, by: string): void {
  if (user_id === by) throw new Refusal(payoutTexts.ownRequest, { status: 403 })
}
