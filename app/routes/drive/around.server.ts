import { commentCounts } from '#app/features/comments/comment.server.ts'
import type { OwnDrive } from '#app/features/drives/drive.server.ts'
import { balanceNow } from '#app/features/ledger/wallet.server.ts'
import { gatheringOfDrive } from '#app/features/occasions/gathering.server.ts'
import { paybillOf } from '#app/features/payments/phone/paybill.server.ts'
import { countViews } from '#app/features/views/analytics.server.ts'
import { creditsOf } from '#app/features/views/credits.server.ts'
import { countPending, countVisits } from '#app/features/visits/visit.server.ts'
import { db } from '#app/platform/db.server.ts'

/** What is known of a drive on each of its pages. */
export async function aroundOf({ id, collects }: Pick<OwnDrive, 'id' | 'collects'>, today: string) {
  const [balance, comments, visits, views, credits, waitingVisits, paybill, gathering] = await Promise.all([
    balanceNow(db, id),
    commentCounts(db, id),
    countVisits(db, id),
    countViews(db, id),
    creditsOf(db, id),
    countPending(db, id, today),
    collects ? paybillOf(db, id) : null,
    gatheringOfDrive(db, id),
  ])
  return { balance, comments, visits, views, credits, waitingVisits, paybill, gathering }
}
