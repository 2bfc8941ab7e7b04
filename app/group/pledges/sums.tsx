import { Trans } from '@lingui/react/macro'
import { moneyText } from '#app/kit/money.ts'
import { StatTile } from '#app/ui/stat-tile.tsx'
import type { PledgeSums } from './pledges-list.server.ts'

/** What the pledges of a drive come to. A pledge is no money: it can't be withdrawn. */
export const PledgeSumsView = ({ given, open, late }: PledgeSums) => (
  <div className="grid gap-3 sm:grid-cols-3">
    <StatTile label={<Trans>Still open</Trans>} value={moneyText(open)} />
    <StatTile label={<Trans>Overdue</Trans>} value={moneyText(late)} />
    <StatTile label={<Trans>Given of pledges</Trans>} value={moneyText(given)} />
  </div>
)
