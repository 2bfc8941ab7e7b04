import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Banknote, ClipboardList, HandCoins, Hourglass, Percent, TrendingUp, Users } from 'lucide-react'
import { balanceOf } from '#app/base/ledger/post.server.ts'
import { moneyText } from '#app/kit/money.ts'
import { growthOf, growthStepIn } from '#app/money/books/admin/growth.server.ts'
import { GrowthCharts } from '#app/money/books/admin/growth.tsx'
import { db } from '#app/platform/db.server.ts'
import { AdminPage } from '#app/site/admin-page.tsx'
import { StatTile } from '#app/ui/stat-tile.tsx'
import { useCount } from '#app/ui/use-count.ts'
import type { Route } from './+types/desk-page.ts'
import { type Desk, deskOf } from './desk.server.ts'
import { TaskList } from './task-list.tsx'
import { kindIn, waitingTasks } from './tasks.server.ts'

export async function loader({ url: { searchParams } }: Route.LoaderArgs) {
  const only = kindIn(searchParams)
  const [desk, fees, waiting, growth] = await Promise.all([
    deskOf(db),
    balanceOf(db, 'platform_revenue'),
    waitingTasks(db, only),
    growthOf(db, growthStepIn(searchParams)),
  ])
  return { desk, fees, growth, waiting: { ...waiting, only }, served: Date.now() }
}

export default function AdminDashboard({ loaderData: { desk, fees, waiting, growth, served } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <AdminPage page={t`Dashboard`} text={<Trans>What needs attention, and how the platform is doing.</Trans>}>
      <section className="grid gap-3" aria-labelledby="waits">
        <h2 id="waits" className="text-xl">
          <Trans>Needs attention</Trans>
        </h2>
        <TaskList {...waiting} served={served} />
      </section>
      <DeskCards desk={desk} fees={fees} />
      <GrowthCharts growth={growth} />
    </AdminPage>
  )
}

const icon = { 'aria-hidden': true, className: 'size-5' } as const
const ksh = (cents: number) => moneyText(cents, 'KSH')

type DeskCardsProps = {
  desk: Desk
  /** The platform's share, in cents. */
  fees: number
}

/** The seven cards of an administrator's first page, each a link to its page. */
function DeskCards({ desk, fees }: DeskCardsProps) {
  const count = useCount()
  return (
    <div className="grid gap-3 *:min-w-0 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
      <StatTile
        to="/admin/revenue-sales"
        label={<Trans>Revenue Sales</Trans>}
        value={ksh(fees)}
        hint={<Trans>5% of each donation</Trans>}
        icon={<Percent {...icon} />}
      />
      <StatTile
        to="/admin/revenue-donations"
        label={<Trans>Revenue Donations</Trans>}
        value={ksh(desk.raised)}
        hint={<Trans>Donations net of refunds</Trans>}
        icon={<TrendingUp {...icon} />}
      />
      <PeopleAndDrives desk={desk} />
      <StatTile
        to="/admin/donations"
        label={<Trans>Donations</Trans>}
        value={count(desk.gifts)}
        hint={<Trans>Gifts received</Trans>}
        icon={<HandCoins {...icon} />}
      />
      <StatTile
        to="/admin/withdrawal-requests"
        label={<Trans>Withdrawal Requests</Trans>}
        value={count(desk.requests)}
        hint={desk.requests > 0 ? <Trans>{ksh(desk.requested)} asked for</Trans> : <Trans>Nobody is waiting</Trans>}
        icon={<Hourglass {...icon} />}
      />
      <StatTile
        to="/admin/payouts"
        label={<Trans>Payouts</Trans>}
        value={ksh(desk.sent)}
        hint={<Plural value={desk.payouts} one="Sent in # payout" other="Sent in # payouts" />}
        icon={<Banknote {...icon} />}
      />
    </div>
  )
}

function PeopleAndDrives({ desk }: { desk: Desk }) {
  const { t } = useLingui()
  const count = useCount()
  return (
    <>
      <StatTile
        to="/admin/system-users"
        label={t`System Users`}
        value={count(desk.people)}
        hint={<Plural value={desk.verified} one="# has a confirmed address" other="# have a confirmed address" />}
        icon={<Users {...icon} />}
      />
      <StatTile
        to="/admin/fund-drives"
        label={t`Fund Drives`}
        value={count(desk.drives)}
        hint={<Plural value={desk.active} one="# is active" other="# are active" />}
        icon={<ClipboardList {...icon} />}
      />
    </>
  )
}
