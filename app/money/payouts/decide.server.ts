import { msg } from '@lingui/core/macro'
import { type Insertable, sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import type { ActName, Facts } from '#app/base/audit/audit.ts'
import { post } from '#app/base/ledger/post.server.ts'
import { heldOf, lockWallet, release, type Wallet, writeOff } from '#app/base/ledger/wallet.server.ts'
import { isDenied } from '#app/drives/beneficiary/beneficiary.server.tsx'
import { mayManage } from '#app/drives/drive/manage.server.ts'
import { Refusal } from '#app/kit/says.ts'
import { refuseEnded } from '#app/money/institutions/institutions.server.ts'
import { type Db, databaseNow, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import type { DB } from '#db/types.ts'
import { refuseCeilingAtEnd } from './ceiling.server.ts'
import { type DeclineReason, type Destination, payoutTexts } from './payout.ts'
import { refuseUnsigned, tellSent } from './signatures.server.ts'
import { arrowOf, isPossible, openStates, type PayoutState, type StepKind, type StepTaken, toldOf } from './states.ts'
import { askLater } from './what-for.server.tsx'

/** The person who decides, their (shortened) address, and their note. */
export type PayoutDecision = {
  by: string
  address?: string | undefined
  note?: string | undefined
  /** The reason for declining, if one was chosen. */
  reason?: DeclineReason | undefined
}

/** Completes a request that an administrator has sent by hand. */
export const completeByHand = (db: Db, payoutId: number, decision: PayoutDecision): Promise<void> =>
  deciding(db, payoutId, (tx, payout, wallet) => sentByHand(tx, payout, wallet, decision))

/** Returns the code to ask about for money sent by hand. */
export const byHandCode = (payoutId: number): string => `pay-${payoutId}-by-hand`

/** Completes it by hand as a step of an open transaction. */
export async function sentByHand(tx: Tx, payout: Payout, wallet: Wallet, decision: PayoutDecision): Promise<void> {
  const { by, note = '' } = decision
  await refuseToComplete(tx, payout, wallet, by)
  // The person who has sent it has approved it, too; it gets our own number, as no provider gave it one.
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

/** Declines a request, or one that waits for treasurers with all its parts: the money is the drive's again, once its debt is paid. */
export const decline = (db: Db, payoutId: number, decision: PayoutDecision): Promise<void> =>
  deciding(db, payoutId, async (tx, payout, wallet) => {
    const { by, note = '', reason } = decision
    await refuseInvolved(tx, payout, by)
    const said = { person: by, note, reason }
    const from = (await statusOf(tx, payoutId)) === 'waiting' ? 'waiting' : 'processing'
    const ended =
      from === 'waiting'
        ? await endWaiting(tx, payout, wallet, { step: 'rejected', by: 'administrator' }, said)
        : [payout]
    if (from === 'processing') {
      await move(tx, payout, { step: 'rejected', from, by: 'administrator' }, said)
      await putBackInBalance(tx, payout, wallet)
    }
    const after = { status: 'rejected', ...(reason ? { declined: reason } : {}) }
    for (const part of ended) await writeDown(tx, part, decision, 'payout declined', after, from)
  })

/** Takes back a request for its owner before anybody has decided: the money is the drive's again, once its debt is paid. */
export const cancelRequest = (
  db: Db,
  payoutId: number,
  { driveId, by }: { driveId: string; by: string },
): Promise<void> =>
  deciding(db, payoutId, async (tx, payout, wallet) => {
    if (payout.user_id !== by || payout.fund_drive_id !== driveId)
      throw new Refusal(payoutTexts.missing, { status: 404 })
    const from = await cancellable(tx, payoutId)
    if (from === 'waiting')
      return void (await endWaiting(tx, payout, wallet, { step: 'cancelled', by: 'owner' }, { person: by }))
    await move(tx, payout, { step: 'cancelled', from, by: 'owner' }, { person: by })
    await putBackInBalance(tx, payout, wallet)
  })

type EndOfWaiting =
  | { step: 'cancelled'; by: 'owner' }
  | { step: 'refused'; by: 'treasurer' }
  | { step: 'lapsed'; by: 'clock' }

/** Ends all parts of a withdrawal that waits for treasurers, as they were to be signed as one, and returns them. */
export async function endWaiting(
  tx: Tx,
  { whole }: Payout,
  wallet: Wallet,
  taken: EndOfWaiting | { step: 'rejected'; by: 'administrator' },
  said: Said = {},
): Promise<Payout[]> {
  const parts = await partsIn(tx, whole, 'waiting')
  for (const part of parts) {
    await move(tx, part, { ...taken, from: 'waiting' }, said)
    await putBackInBalance(tx, part, wallet)
  }
  return parts
}

/** Cancels for the owner all withdrawals of a drive that nobody has sent yet. The wallet is locked by now. */
export async function cancelAll(tx: Tx, wallet: Wallet, person: string): Promise<void> {
  const open = await tx
    .selectFrom('payout_requests')
    .where('fund_drive_id', '=', wallet.driveId)
    .where('status', 'in', ['waiting', 'processing'])
    .select(['status', ...payoutColumns])
    .orderBy('id')
    .execute()
  for (const { status: from, ...payout } of open) {
    await move(tx, payout, { step: 'cancelled', from, by: 'owner' }, { person })
    await putBackInBalance(tx, payout, wallet)
  }
}

/** Refuses withdrawals of a drive that gives everything back. The wallet is locked by now. */
export async function refuseGivingBack(tx: Tx, driveId: string): Promise<void> {
  const drive = tx.selectFrom('fund_drives').where('id', '=', driveId).select('giving_back')
  if ((await drive.executeTakeFirstOrThrow()).giving_back) throw new Refusal(payoutTexts.givingBack)
}

/** Reads the parts of a withdrawal in this state, in their order. */
export const partsIn = (tx: Tx, whole: string, status: PayoutState) =>
  tx
    .selectFrom('payout_requests')
    .where('whole', '=', whole)
    .where('status', '=', status)
    .select(payoutColumns)
    .orderBy('part')
    .execute()

const payoutColumns = ['id', 'fund_drive_id', 'user_id', 'amount', 'net', 'destination', 'whole'] as const

/** Returns the state that it is cancelled from, or tells the owner why they come too late; of two at the same moment `move` lets one through. */
async function cancellable(tx: Tx, payoutId: number): Promise<PayoutState> {
  const status = await statusOf(tx, payoutId)
  if (!isPossible({ step: 'cancelled', from: status, by: 'owner' })) throw new Refusal(payoutTexts.tooLate)
  return status
}

const statusOf = async (tx: Tx, payoutId: number): Promise<PayoutState> => {
  const row = tx.selectFrom('payout_requests').where('id', '=', payoutId).select('status')
  return (await row.executeTakeFirstOrThrow()).status
}

/** Returns the money that was set aside to the drive: nothing was sent. */
async function putBackInBalance(tx: Tx, payout: Payout, wallet: Wallet): Promise<void> {
  await release(wallet, tx, payout.amount)
  await post(tx, 'payout_declined', payout.id, [
    { leg: 1, debit: 'payouts_in_flight', credit: { drive: payout.fund_drive_id }, amount: payout.net },
  ])
}

/** Writes off what a drive owes. Open requests are decided first: declining one would pay the debt. */
export const writeOffDebt = (db: Db, driveId: string, decision: PayoutDecision): Promise<number> =>
  inOneGo(db, (tx) => writeOffIn(tx, driveId, decision))

/** Writes the debt off within a transaction. Returns how much it was. */
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

/** Runs a step of a request with its drive's wallet locked, and notifies the open pages. */
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

/** Reads what never changes of a request; each step compares the state itself. */
const find = (tx: Tx, id: number) =>
  tx.selectFrom('payout_requests').where('id', '=', id).select(payoutColumns).executeTakeFirst()

/** Builds the refusal for a request that has changed since the person looked at it; 404 if it is not there at all. */
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
 * other is told. The note is that of this step, even if it is empty: an earlier step's note is not true of it. Only if the
 * provider confirms what an administrator approved, their note stays.
 */
export async function move(
  tx: Tx,
  { id }: Payout,
  taken: StepTaken & { from: PayoutState },
  { person, note = '', code = '', reason }: Said,
): Promise<number> {
  const { to, keepsNote } = arrowOf(taken)
  const { numUpdatedRows } = await tx
    .updateTable('payout_requests')
    .set({ status: to, version: sql`version + 1`, updated_at: sql<Date>`now()` })
    .$if(!keepsNote, (query) => query.set({ notes: note }))
    .where('id', '=', id)
    .where('status', '=', taken.from)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw changedMeanwhile()
  return await tellStory(tx, {
    payout_id: id,
    kind: taken.step,
    by: person ?? null,
    note,
    code,
    reason: reason ?? null,
  })
}

/** Milliseconds for which the email about sending waits: mostly the money has arrived by then, and one email tells both. */
const arrivesWithin = 120_000

/** Records a step of a request, and mails its owner if the table of states says so. */
export async function tellStory(tx: Tx, step: Insertable<DB['payout_events']> & { kind: StepKind }): Promise<number> {
  const { id } = await tx.insertInto('payout_events').values(step).returning('id').executeTakeFirstOrThrow()
  if (step.kind === 'completed') {
    await askLater(tx, step.payout_id)
    await tellSent(tx, { payoutId: step.payout_id, eventId: id })
  }
  const told = toldOf(step.kind)
  if (told === 'never') return id
  const when = told === 'later' ? { runAt: new Date((await databaseNow(tx)).getTime() + arrivesWithin) } : {}
  await enqueue(tx, 'mail-payout', { eventId: id }, { key: String(id), ...when })
  return id
}

/** Records in the audit log who decided about a request that waited, in the transaction of the decision. */
export const writeDown = (
  tx: Tx,
  { id, amount, net }: Payout,
  { by, address = '', note = '' }: PayoutDecision,
  act: ActName,
  after: Facts,
  status: PayoutState = 'processing',
): Promise<void> =>
  record(tx, {
    by: { id: by, address },
    act,
    noun: 'payout',
    subject: id,
    why: note,
    before: { status },
    after: { ...after, amount, net },
  })

/** Refuses to pay an owner whose drive owes money, and while a refund or an administrator keeps the money back. */
export async function refuseToComplete(tx: Tx, payout: Payout, wallet: Wallet, by: string): Promise<void> {
  await refuseInvolved(tx, payout, by)
  await refuseUnsigned(tx, { whole: payout.whole, driveId: payout.fund_drive_id })
  await refuseGivingBack(tx, payout.fund_drive_id)
  await refuseCeilingAtEnd(tx, payout.fund_drive_id, payout.destination as unknown as Destination)
  if (wallet.debt > 0) throw new Refusal(payoutTexts.balanceOwed)
  await refuseRefunding(tx, wallet)
  await refuseStopped(tx, wallet)
  await refuseEnded(tx, payout.destination)
}

/** Refuses decisions about one's own money, and about that of a drive with which one helps. */
export async function refuseInvolved(tx: Tx, { user_id, fund_drive_id }: Payout, by: string): Promise<void> {
  if (user_id === by || (await mayManage(tx, by, fund_drive_id, 'read')))
    throw new Refusal(payoutTexts.ownRequest, { status: 403 })
}

// Money of a drive that may go back to its givers: it is not paid out until that is decided.

/** True while a refund is under way that the rest of the balance does not cover. The wallet is locked by now. */
export const isRefunding = async (tx: Tx, wallet: Wallet): Promise<boolean> =>
  (await heldOf(tx, wallet.driveId)).refunding > wallet.available

/** Refuses to complete a withdrawal with money that a giver is about to get back. */
async function refuseRefunding(tx: Tx, wallet: Wallet): Promise<void> {
  if (await isRefunding(tx, wallet)) throw new Refusal(payoutTexts.refunding)
}

// Drives whose money an administrator has stopped. Open requests can be declined, but not completed.

/** Returns why nothing goes out: the drive is frozen, its owner suspended, or the one it is for does not know of it. The wallet is locked by now. */
export async function whyStopped(tx: Tx, wallet: Wallet): Promise<'frozen' | 'suspended' | 'denied' | undefined> {
  if (wallet.frozen !== null) return 'frozen'
  if (await isDenied(tx, wallet.driveId)) return 'denied'
  const shut = await tx
    .selectFrom('fund_drives as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .where('d.id', '=', wallet.driveId)
    .where('u.suspended_at', 'is not', null)
    .select('d.id')
    .executeTakeFirst()
  return shut && 'suspended'
}

/** Refuses to complete a request, and says why. */
async function refuseStopped(tx: Tx, wallet: Wallet): Promise<void> {
  const why = await whyStopped(tx, wallet)
  if (why) throw new Refusal(payoutTexts[why])
}

/** Builds the refusal for an owner who asks for money all the same. */
export const frozenRefusal = (why: string) =>
  new Refusal({ title: payoutTexts.frozenForOwner, text: msg`Reason: ${why}`, tone: 'bad' })
