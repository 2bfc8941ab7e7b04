import { Trans, useLingui } from '@lingui/react/macro'
import { balanceOf } from '#app/base/ledger/post.server.ts'
import { growthOf, stepIn } from '#app/money/books/admin/growth.server.ts'
import { GrowthCharts } from '#app/money/books/admin/growth.tsx'
import { db } from '#app/platform/db.server.ts'
import { OfficePage } from '#app/site/office-page.tsx'
import type { Route } from './+types/desk-page.ts'
import { deskOf } from './desk.server.ts'
import { DeskCards } from './desk-cards.tsx'
import { TaskList } from './task-list.tsx'
import { kindIn, waitingTasks } from './tasks.server.ts'

export async function loader({ url: { searchParams } }: Route.LoaderArgs) {
  const only = kindIn(searchParams)
  const [desk, fees, waiting, growth] = await Promise.all([
    deskOf(db),
    balanceOf(db, 'platform_revenue'),
    waitingTasks(db, only),
    growthOf(db, stepIn(searchParams)),
  ])
  return { desk, fees, growth, waiting: { ...waiting, only }, served: Date.now() }
}

export default function AdminDashboard({ loaderData: { desk, fees, waiting, growth, served } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <OfficePage page={t`Dashboard`} text={<Trans>What needs attention, and how the platform is doing.</Trans>}>
      <section className="grid gap-3" aria-labelledby="waits">
        <h2 id="waits" className="text-xl">
          <Trans>Needs attention</Trans>
        </h2>
        <TaskList {...waiting} served={served} />
      </section>
      <DeskCards desk={desk} fees={fees} />
      <GrowthCharts growth={growth} />
    </OfficePage>
  )
}
