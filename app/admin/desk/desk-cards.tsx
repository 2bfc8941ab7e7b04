import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Banknote, ClipboardList, HandCoins, Hourglass, Percent, TrendingUp, Users } from 'lucide-react'
import { moneyText } from '#app/kit/money.ts'
import { StatTile } from '#app/ui/stat-tile.tsx'
import { useCount } from '#app/ui/use-count.ts'
import type { Desk } from './desk.server.ts'

const icon = { 'aria-hidden': true, className: 'size-5' } as const
const ksh = (cents: number) => moneyText(cents, 'KSH')

type DeskCardsProps = {
  desk: Desk
  /** The platform's share, in cents. */
  fees: number
}

/** The seven cards of an administrator's first page, each a way to its page. */
export function DeskCards({ desk, fees }: DeskCardsProps) {
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
