import { sql } from 'kysely'
import { raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import type { Wallet } from '#app/base/ledger/wallet.server.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { log } from '#app/platform/log.server.ts'
import { deciding, endWaiting, move, type Payout, partsIn } from './decide.server.ts'
import { payoutTexts, type SignedWord } from './payout.ts'
import { sealVerdict } from './seals.server.ts'
import { type Agreement, isUnsigned, signedBy, unsignedRefusal } from './signatures.server.ts'
import { openStates } from './states.ts'

// The words of treasurers about a withdrawal, and what follows. The drive's wallet is locked: of two who sign at once the second finds
// the word of the first, and nobody signs what is completed, cancelled or put back at the same moment.

/** A word about a withdrawal, by whom, and by which way. `once`: uses up the code of a text; false if that was done before. */
export type Saying = {
  driveId: string
  by: string
  verdict: SignedWord
  note?: string
  how?: 'web' | 'sms'
  once?: (tx: Tx) => Promise<boolean>
}

/** Keeps a treasurer's word. The last yes that is needed lets the office complete it; if the noes leave too few, it ends. */
export async function sayVerdict(db: Db, payoutId: number, saying: Saying): Promise<void> {
  const refusal = await deciding(db, payoutId, async (tx, payout, wallet) => {
    if (payout.fund_drive_id !== saying.driveId) throw new Refusal(payoutTexts.missing, { status: 404 })
    const before = await signedBy(tx, ofPayout(payout))
    if (!before.isOurs) return notMadeHere(tx, payout)
    if (saying.once && !(await saying.once(tx))) return undefined
    if (await wasSaid(tx, payout, saying, before)) return undefined
    await keep(tx, payout, saying)
    await follow(tx, payout, wallet, saying)
    return undefined
  })
  if (refusal) throw refusal
}

const ofPayout = ({ whole, fund_drive_id: driveId }: Payout) => ({ whole, driveId })

/** Returns true if they said just this before, such as by a form that was sent twice. Refuses who may not say it. */
async function wasSaid(
  tx: Tx,
  payout: Payout,
  { by, verdict }: Saying,
  { signers, said }: Agreement,
): Promise<boolean> {
  if (by === payout.user_id) throw new Refusal(payoutTexts.ownYes, { status: 403 })
  const signer = signers.find(({ id }) => id === by)
  if (signer?.verdict === verdict) return true
  if (!signer?.counts) throw new Refusal(payoutTexts.notCounting)
  const { open } = await tx
    .selectFrom('payout_requests')
    .where('whole', '=', payout.whole)
    .where('status', 'in', openStates)
    .select((make) => make.fn.countAll<number>().as('open'))
    .executeTakeFirstOrThrow()
  if (open === 0) throw new Refusal(payoutTexts.noLongerOpen)
  if (verdict === 'yes' && said.some((one) => one.by === by && one.verdict === 'yes'))
    throw new Refusal(payoutTexts.yesTaken)
  return false
}

async function keep(tx: Tx, { whole }: Payout, { by, verdict, note = '', how = 'web' }: Saying): Promise<void> {
  await tx
    .insertInto('payout_signatures')
    .values({ whole, by, verdict, note, how, mac: sealVerdict({ whole, by, verdict }) })
    .execute()
}

async function follow(tx: Tx, payout: Payout, wallet: Wallet, { by }: Saying): Promise<void> {
  const signed = await signedBy(tx, ofPayout(payout))
  if (signed.mayAgree.length < signed.needed)
    return void (await endWaiting(tx, payout, wallet, { step: 'refused', by: 'treasurer' }, { person: by }))
  if (isUnsigned(signed)) return
  let eventId: number | undefined
  for (const part of await partsIn(tx, payout.whole, 'waiting')) {
    const moved = await move(tx, part, { step: 'signed', from: 'waiting', by: 'treasurer' }, { person: by })
    eventId ??= moved
  }
  if (eventId === undefined) return
  for (const { id: userId } of signed.agreed)
    await enqueue(tx, 'mail-signer', { eventId, userId }, { key: `${eventId} ${userId}` })
}

/**
 * Lets a request wait for its treasurers again that an administrator wanted to complete and too few agree to any more. Returns the
 * refusal that the administrator reads; the caller throws it once this is kept.
 */
export async function takeBackUnsigned(tx: Tx, payout: Payout, by: string): Promise<Refusal | undefined> {
  const signed = await signedBy(tx, ofPayout(payout))
  if (!signed.isOurs) return notMadeHere(tx, payout)
  const parts = isUnsigned(signed) ? await partsIn(tx, payout.whole, 'processing') : []
  if (parts.length === 0) return undefined
  for (const part of parts)
    await move(tx, part, { step: 'unsigned', from: 'processing', by: 'administrator' }, { person: by })
  return unsignedRefusal(signed)
}

/** Calls a person: what was asked for, or a signature, was changed in the database. */
async function notMadeHere(tx: Tx, payout: Payout): Promise<Refusal> {
  await raiseDiscrepancy(tx, 'request not made here', `payout ${payout.id}`, { payout: payout.id, net: payout.net })
  return new Refusal(payoutTexts.notMadeHere)
}

/** Says why an attempt is not sent, if it is for want of signatures. The wallet is locked by now. */
export async function notSigned(
  tx: Tx,
  { payoutId }: { payoutId: number },
): Promise<'unsigned' | 'not_made_here' | undefined> {
  const payout = await tx
    .selectFrom('payout_requests')
    .where('id', '=', payoutId)
    .select(['id', 'fund_drive_id', 'user_id', 'amount', 'net', 'destination', 'whole'])
    .executeTakeFirstOrThrow()
  const signed = await signedBy(tx, ofPayout(payout))
  if (!signed.isOurs) {
    await notMadeHere(tx, payout)
    return 'not_made_here'
  }
  return isUnsigned(signed) ? 'unsigned' : undefined
}

/** The days after which a withdrawal that waits for treasurers ends. */
const longestWait = 14

/** Ends withdrawals that too few treasurers agreed to in fourteen days. Run by cron. */
export async function lapseSignatures(db: Db): Promise<number> {
  const late = await db
    .selectFrom('payout_requests')
    .where('status', '=', 'waiting')
    .where('updated_at', '<', sql<Date>`now() - make_interval(days => ${longestWait})`)
    .select('id')
    .orderBy('id')
    .limit(200)
    .execute()
  for (const { id } of late)
    await deciding(db, id, (tx, payout, wallet) =>
      endWaiting(tx, payout, wallet, { step: 'lapsed', by: 'clock' }),
    ).catch((error) => log.error({ err: error, payout: id }, 'a withdrawal could not lapse'))
  return late.length
}
