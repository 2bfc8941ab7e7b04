import { balanceNow } from '#app/base/ledger/wallet.server.ts'
import { commentCounts } from '#app/drives/comments/comment.server.ts'
import type { OwnDrive } from '#app/drives/drive/drive.server.ts'
import { seenByHelper, standingOfCampaign } from '#app/drives/drive/figures.ts'
import { creditsShown, hasPaywall } from '#app/drives/views/credits.server.ts'
import { countViews } from '#app/drives/views/view.server.ts'
import { countPending, countVisits } from '#app/drives/visits/visit.server.ts'
import { gatheringOfDrive } from '#app/invitations/occasions/gathering.server.ts'
import type { HelperRole } from '#app/kit/rights.ts'
import { paybillOf } from '#app/money/mpesa/paybill.server.ts'
import { db } from '#app/platform/db.server.ts'

type Drive = Pick<OwnDrive, 'id' | 'collects'>

/** Reads what all pages of a drive show around their content. */
export async function aroundOf({ id, collects }: Drive, today: string, helps: HelperRole | null) {
  const [balance, comments, visits, views, credits, waitingVisits, paybill, gathering] = await Promise.all([
    balanceNow(db, id),
    commentCounts(db, id),
    countVisits(db, id),
    countViews(db, id),
    creditsShown(db, id),
    countPending(db, id, today),
    collects ? paybillOf(db, id) : null,
    gatheringOfDrive(db, id),
  ])
  const waits = { comments: comments.quarantined, visits: waitingVisits }
  const money = helps ? seenByHelper(balance) : standingOfCampaign(balance)
  return {
    standing: { ...money, comments: comments.shown, visits, views },
    waits,
    credits,
    hasPaywall: hasPaywall(),
    paybill,
    gathering,
  }
}

/** The fallback where `aroundOf` can't be read: the pages are there without it. */
export const nothingAround = {
  standing: 'failed' as const,
  waits: { comments: 0, visits: 0 },
  credits: undefined,
  hasPaywall: true,
  paybill: null,
  gathering: undefined,
}
