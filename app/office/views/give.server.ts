import { sql } from 'kysely'
import { record } from '#app/features/audit/audit.server.ts'
import type { Actor } from '#app/features/audit/audit.ts'
import { lockWallet } from '#app/features/ledger/wallet.server.ts'
import { lockCredits, openCredits } from '#app/features/views/credits.server.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { inOneGo } from '#app/platform/postgres/in-one-go.server.ts'
import { giveSays as says } from './give.ts'

/**
 * Gives a drive views for nothing, on top of what it has. The wallet is locked first, as a purchase does it: one at the
 * same moment closes the credits that these would be added to.
 */
export const giveViews = (
  db: Db,
  slug: string,
  views: number,
  { by, why }: { by: Actor; why: string },
): Promise<void> =>
  inOneGo(db, async (tx) => {
    const drive = await tx
      .selectFrom('fund_drives')
      .where('slug', '=', slug)
      .select(['id', 'user_id'])
      .executeTakeFirst()
    if (!drive) throw new Refusal(says.missing, { status: 404 })
    if (drive.user_id === by.id) throw new Refusal(says.own, { status: 403 })
    await lockWallet(tx, drive.id)
    const { id, remaining_views: left } = await creditsOrNew(tx, drive.id, drive.user_id)
    await tx
      .updateTable('subscriptions')
      .set({ views: sql`views + ${views}::int`, remaining_views: sql`remaining_views + ${views}::int` })
      .where('id', '=', id)
      .execute()
    const [before, after] = [{ views: left }, { views: left + views }]
    await record(tx, { by, act: 'views given', noun: 'drive', subject: drive.id, before, after, why })
    await tell(tx, `drive:${drive.id}`)
    await tell(tx, 'office:desk')
    await tell(tx, `person:${drive.user_id}`)
  })

/** Each drive has credits from its beginning; one that has none all the same gets those of a new one. */
async function creditsOrNew(tx: Tx, driveId: string, ownerId: string) {
  const credits = await lockCredits(tx, driveId)
  if (credits) return credits
  await openCredits(tx, driveId, ownerId)
  return (await lockCredits(tx, driveId))!
}
