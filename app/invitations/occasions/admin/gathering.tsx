import { Trans, useLingui } from '@lingui/react/macro'
import { data, Outlet } from 'react-router'
import { doneAbout } from '#app/base/audit/admin/log.server.ts'
import { logView } from '#app/base/audit/admin/log-list.tsx'
import { recordAccess } from '#app/base/audit/audit.server.ts'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { AdminPage, BackTo } from '#app/site/admin-page.tsx'
import { Card } from '#app/ui/card.tsx'
import { ListTable } from '#app/ui/list-view.tsx'
import { afterEachFormAction } from '#app/ui/same-page.ts'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/gathering.ts'
import { GatheringFacts, GatheringHolds, GatheringWays, GuestReports } from './gathering-cards.tsx'
import { gatheringSeen } from './gatherings-list.server.ts'

export async function loader({ params: { slug }, context }: Route.LoaderArgs) {
  const by = actorIn(context)
  const gathering = await gatheringSeen(db, slug)
  if (!gathering) throw data(null, { status: 404 })
  const [lines] = await Promise.all([
    doneAbout(db, 'gathering', gathering.id),
    recordAccess(db, { by, noun: 'gathering', subject: gathering.id }),
  ])
  return { gathering, lines, isOwn: gathering.owner.id === by.id }
}

// A second administrator sees what the first one did.
export const shouldRevalidate = afterEachFormAction

/** One invitation: its owner, the reports of guests, and the acts of administrators. */
export default function Gathering({ loaderData: { gathering, lines, isOwn } }: Route.ComponentProps) {
  const { t } = useLingui()
  useLive([`gathering:${gathering.id}`])
  return (
    <AdminPage page={gathering.title} text={<BackTo to="/admin/gatherings">{t`All invitations`}</BackTo>}>
      <GatheringHolds {...gathering} />
      <GatheringWays gathering={gathering} isOwn={isOwn} />
      <GatheringFacts gathering={gathering} />
      <GuestReports slug={gathering.slug} reports={gathering.seen} isOwn={isOwn} />
      <section aria-labelledby="done" className="grid gap-3 *:min-w-0">
        <h2 id="done" className="text-xl">
          <Trans>What administrators did</Trans>
        </h2>
        <ListTable view={logView} rows={lines} without={['about']} empty={<Card>{t`No decisions yet.`}</Card>} />
      </section>
      <Outlet context={gathering} />
    </AdminPage>
  )
}
