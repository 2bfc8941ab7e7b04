import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import { type ClaimOutcome, listSoon, settleClaims } from './claims.server.ts'

// A payer's message that was pasted from a chat is a claim, too. A claim that the giver typed on the drive's page goes before
// it: people of the drive can neither rename that giver nor name an anonymous one.

type Pasted = Pick<ClaimOutcome, 'receipt' | 'tail' | 'name' | 'phone' | 'anonymous'>
type Kept = { id: number; state: 'waiting' | 'placed' | 'desk' | 'refused' | 'lapsed' }

const anew = { state: 'waiting', settled_at: null, created_at: sql<Date>`now()` } as const

/** Keeps the claim of a pasted message, and looks for its money. An existing claim stays as it is; a lapsed one is looked for again. */
export async function keepPasted(tx: Tx, driveId: string, { phone, ...said }: Pasted): Promise<Kept> {
  const row = { ...said, message: '', phone: phone || null }
  await tx
    .insertInto('claims')
    .values({ fund_drive_id: driveId, ...row })
    .onConflict((same) =>
      same
        .columns(['fund_drive_id', 'receipt', 'tail'])
        .doUpdateSet({ ...row, ...anew })
        .where('claims.state', '=', 'lapsed')
        .where('claims.own', '=', false),
    )
    .execute()
  await tx
    .updateTable('claims')
    .set(anew)
    .where('fund_drive_id', '=', driveId)
    .where('receipt', '=', said.receipt)
    .where('tail', '=', said.tail)
    .where('state', '=', 'lapsed')
    .execute()
  const kept = await pastedClaim(tx, driveId, said)
  if (kept.state !== 'waiting') return kept
  await listSoon(tx)
  await settleClaims(tx, said.receipt)
  return kept
}

const pastedClaim = (tx: Tx, driveId: string, { receipt, tail }: Pick<Pasted, 'receipt' | 'tail'>): Promise<Kept> =>
  tx
    .selectFrom('claims')
    .where('fund_drive_id', '=', driveId)
    .where('receipt', '=', receipt)
    .where('tail', '=', tail)
    .select(['id', 'state'])
    .executeTakeFirstOrThrow()
