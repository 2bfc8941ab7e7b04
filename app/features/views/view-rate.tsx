import { Trans, useLingui } from '@lingui/react/macro'
import { StatTile } from '#app/ui/stat-tile.tsx'
import { useCount } from '#app/ui/use-count.ts'

type RateProps = { days: number; views: number; gifts: number }

/** How many of those who looked gave. One visitor may give twice, or by a way that no view is counted for. */
export function ViewRate({ days, views, gifts }: RateProps) {
  const { t } = useLingui()
  const count = useCount()
  const rate = views > 0 && gifts <= views ? `${(Math.floor((gifts * 1000) / views) / 10).toFixed(1)}%` : '–'
  const hint = t`in the last ${days} days`
  return (
    <div className="grid grid-cols-2 gap-3 *:last:col-span-2 sm:grid-cols-3 sm:*:last:col-span-1">
      <StatTile label={<Trans>Views</Trans>} value={count(views)} hint={hint} />
      <StatTile label={<Trans>Gifts</Trans>} value={count(gifts)} hint={hint} />
      <StatTile label={<Trans>Views that led to a gift</Trans>} value={rate} hint={hint} />
    </div>
  )
}
