import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { Refusal } from '#app/kit/says.ts'
import { syncRefunds } from '#app/money/refunds/refund.server.ts'
import { type Db, inOneGo } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { providerNamed } from '#app/platform/providers/provider.server.ts'
import { refundDecisionTexts } from './refund.ts'

// Refunds that the provider can't send back the way the money came: they need the payer's bank and account.

type Waiting = { id: number; extId: string; amount: number; reference: string; provider: string }

/** Returns the donation's refund that waits for bank details; undefined if none does. */
export const waitingRefund = async (db: Db, paymentId: number): Promise<Waiting | undefined> =>
  (await db
    .selectFrom('reversals as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .where('p.id', '=', paymentId)
    .where('p.kind', '=', 'donation')
    .where('r.kind', '=', 'refund')
    .where('r.state', '=', 'open')
    .where('r.progress', '=', 'attention')
    .where('r.ext_id', 'is not', null)
    .select(['r.id', 'r.ext_id as extId', 'r.amount', 'p.reference', 'r.provider'])
    .executeTakeFirst()) as Waiting | undefined

export type PayersBank = { id: string; name: string }

/** Lists the banks that a refund can go to; none while the provider gives no answer. */
export async function banksOfPayers({ provider }: Pick<Waiting, 'provider'>): Promise<PayersBank[]> {
  const answer = await providerNamed(provider).banks()
  if (answer.is === 'failure') return []
  return answer.banks.flatMap(({ id, name, rail }) => (rail === 'bank' && id ? [{ id, name }] : []))
}

type Details = { bank: string; account: string }

/**
 * Gives the payer's bank details to the provider, and the refund goes on. The log has the act and the end of the account number before the
 * provider is told. The number itself is kept nowhere. If two administrators act at once, the second finds nothing that waits.
 */
export async function giveBankDetails(db: Db, paymentId: number, { bank, account }: Details, by: Actor): Promise<void> {
  const refund = await waitingRefund(db, paymentId)
  if (!refund) throw new Refusal(refundDecisionTexts.noAttention)
  const name = (await banksOfPayers(refund)).find(({ id }) => id === bank)?.name
  if (!name) throw new Refusal(refundDecisionTexts.bankUnknown, { status: 422, field: 'bank' })
  const { id, extId, reference, amount, provider } = refund
  await note(db, paymentId, by, { refund, becomes: 'pending', after: { amount, bank: name, account: endOf(account) } })
  const answer = await providerNamed(provider).continueRefund({ extId, bankId: bank, account })
  const wasTaken = answer.is === 'refund' || answer.class === 'unknown'
  if (!wasTaken) await note(db, paymentId, by, { refund, becomes: 'attention', after: { refused: true } })
  // The provider knows best how the refund is now, whatever it answered.
  await syncRefunds(db, reference)
  if (answer.is === 'refund') return
  if (answer.class !== 'rejected') throw new Refusal(refundDecisionTexts.detailsUnknown, { status: 502 })
  if ((await waitingRefund(db, paymentId))?.id !== id) throw new Refusal(refundDecisionTexts.noAttention)
  throw new Refusal(refundDecisionTexts.detailsRefused, { status: 422, field: 'account' })
}

type Noted = { refund: Waiting; becomes: 'pending' | 'attention'; after: Record<string, string | number | boolean> }

/** Claims the refund, or releases it, together with the line in the log. Refuses the administrator who comes too late. */
const note = (db: Db, paymentId: number, by: Actor, { refund: { id }, becomes, after }: Noted): Promise<void> =>
  inOneGo(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('reversals')
      .set({ progress: becomes })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where('progress', '=', becomes === 'pending' ? 'attention' : 'pending')
      .executeTakeFirst()
    if (becomes === 'pending' && numUpdatedRows !== 1n) throw new Refusal(refundDecisionTexts.noAttention)
    await record(tx, {
      by,
      act: 'refund continued',
      noun: 'donation',
      subject: paymentId,
      after: { refund: id, ...after },
    })
    await tell(tx, `payment:${paymentId}`)
  })

/** Returns the last characters of a number, never more than half of it. */
const endOf = (account: string): string => `•••• ${account.slice(-Math.min(4, Math.floor(account.length / 2)))}`
