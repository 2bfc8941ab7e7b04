import { Trans, useLingui } from '@lingui/react/macro'
import { data, Outlet } from 'react-router'
import { doneAbout } from '#app/base/audit/admin/log.server.ts'
import { logView } from '#app/base/audit/admin/log-list.tsx'
import { recordLook } from '#app/base/audit/audit.server.ts'
import { balanceNow } from '#app/base/ledger/wallet.server.ts'
import { countComments } from '#app/drives/comments/comment.server.ts'
import { countViews } from '#app/drives/views/analytics.server.ts'
import { creditsOf } from '#app/drives/views/credits.server.ts'
import { countVisits } from '#app/drives/visits/visit.server.ts'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { BackTo, OfficePage } from '#app/site/office-page.tsx'
import { Card } from '#app/ui/card.tsx'
import { ListTable } from '#app/ui/list-view.tsx'
import { afterEachDeed } from '#app/ui/same-page.ts'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/fund-drive.ts'
import { DriveLinks, FactsCard, Holds } from './drive-cards.tsx'
import { DriveTiles } from './drive-tiles.tsx'
import { DriveWays } from './drive-ways.tsx'
import { driveSeen } from './drives-list.server.ts'

export async function loader({ params: { slug }, context }: Route.LoaderArgs) {
  const by = actorIn(context)
  const drive = await driveSeen(db, slug)
  if (!drive) throw data(null, { status: 404 })
  const [money, credits, comments, visits, views, lines] = await Promise.all([
    balanceNow(db, drive.id),
    creditsOf(db, drive.id),
    countComments(db, drive.id),
    countVisits(db, drive.id),
    countViews(db, drive.id),
    doneAbout(db, 'drive', drive.id),
    recordLook(db, { by, noun: 'drive', subject: drive.id }),
  ])
  const counts = { comments, visits, views }
  return { drive, money, credits: credits ?? null, counts, lines, isOwn: drive.owner.id === by.id }
}

// A person who comes second sees what the first one did.
export const shouldRevalidate = afterEachDeed

/** One fund drive with all that is known of it at a glance. */
export default function FundDrive({ loaderData }: Route.ComponentProps) {
  const { drive, money, credits, counts, lines, isOwn } = loaderData
  const { t } = useLingui()
  useLive([`drive:${drive.id}`])
  return (
    <OfficePage page={drive.title} text={<BackTo to="/admin/fund-drives">{t`All fund drives`}</BackTo>}>
      <Holds {...drive} />
      <DriveWays drive={drive} isOwn={isOwn} />
      <DriveLinks drive={drive} />
      <DriveTiles {...{ drive, money, credits, counts }} />
      <FactsCard drive={drive} />
      <section aria-labelledby="done" className="grid gap-3 *:min-w-0">
        <h2 id="done" className="text-xl">
          <Trans>What administrators did</Trans>
        </h2>
        <ListTable view={logView} rows={lines} without={['about']} empty={<Card>{t`No decisions yet.`}</Card>} />
      </section>
      <Outlet context={drive} />
    </OfficePage>
  )
}
