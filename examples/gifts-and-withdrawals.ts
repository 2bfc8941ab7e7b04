import { recordPastGift } from '#app/features/payments/past.server.ts'
import { addMethod } from '#app/features/payouts/method.server.ts'
import { recordPastPayout } from '#app/features/payouts/past.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { pretendPaid, pretendTaken } from '#app/platform/paystack/pretended-paystack.server.ts'
import { exampleGifts, exampleWithdrawals } from './gifts.ts'

type Of = { driveId: string; title: string; ownerId: string }

/** Writes down what was given to an example drive and drawn from it, in the order it happened. */
export async function recordGifts(tx: Tx, { driveId, title, ownerId }: Of): Promise<void> {
  const happened = (exampleGifts[title] ?? []).map(([daysAgo, shillings, name, message = '', way]) => {
    const given = { driveId, amount: shillings * 100, message, at: daysFromNow(-daysAgo) }
    const channel = way === 'card' ? ('online' as const) : ('mobile' as const)
    const donor = { donorName: name ?? '', donorEmail: addressOf(name), anonymous: name === null }
    const gift = { ...given, channel, ...donor }
    return { daysAgo, run: () => recordPastGift(tx, gift, (charge) => pretendPaid(tx, charge)) }
  })
  const drawn = exampleWithdrawals[title] ?? []
  const way = drawn.length > 0 ? await wayOut(tx, ownerId) : undefined
  for (const [daysAgo, shillings, arrived] of way ? drawn : []) {
    const asked = { driveId, ownerId, methodId: way!.methodId, amount: shillings * 100, at: daysFromNow(-daysAgo) }
    const completed = arrived === undefined ? {} : { completed: { at: daysFromNow(-arrived), by: way!.by } }
    happened.push({ daysAgo, run: () => withdraw(tx, { ...asked, ...completed }) })
  }
  for (const { run } of happened.sort((one, other) => other.daysAgo - one.daysAgo)) await run()
}

async function withdraw(tx: Tx, asked: Parameters<typeof recordPastPayout>[1]): Promise<void> {
  const sent = await recordPastPayout(tx, asked)
  if (asked.completed) await pretendTaken(tx, sent)
}

/** Where the owner had money sent, and who sent it. */
async function wayOut(tx: Tx, ownerId: string): Promise<{ methodId: string; by: string }> {
  const kept = await tx.selectFrom('withdrawal_methods').where('user_id', '=', ownerId).select('id').executeTakeFirst()
  const asked = { type: 'mobile_money', phone: '0712 000 100', operator: 'M-Pesa' } as const
  const { id: methodId } = kept ?? (await addMethod(tx, ownerId, asked))
  // It was there before money went to it, and nobody has to wait before it can be used.
  const created_at = daysFromNow(-60)
  await tx.updateTable('withdrawal_methods').set({ created_at }).where('id', '=', methodId).execute()
  const admin = tx.selectFrom('user_roles').where('role', '=', 'admin').select('user_id')
  return { methodId, by: (await admin.executeTakeFirstOrThrow()).user_id }
}

const addressOf = (name: string | null) =>
  `${
    (name ?? 'a.friend')
      .toLowerCase()
      .replace(/[^a-z]+/g, '.')
      .replace(/^\.|\.$/g, '') || 'friend'
  }@example.org`

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000)
