import { Trans, useLingui } from '@lingui/react/macro'
import { moneyText } from '#app/kit/money.ts'
import { StatTile } from '#app/ui/stat-tile.tsx'
import { useCount } from '#app/ui/use-count.ts'
import type { DriveSeen } from './office.ts'

type DriveTilesProps = {
  drive: Pick<DriveSeen, 'goal' | 'donors' | 'raised'>
  money: { raised: number; withdrawn: number; underWay: number; available: number; held: number; debt: number }
  credits: { package: string; used: number; remaining: number } | null
  counts: { comments: number; visits: number; views: number }
}

/** How it stands. Money is in cents. */
export function DriveTiles({ drive, money, credits, counts }: DriveTilesProps) {
  const { t } = useLingui()
  const count = useCount()
  const sum = (cents: number) => moneyText(cents, 'KSH')
  const [goal, onItsWay, held, debt] = [sum(drive.goal ?? 0), sum(money.underWay), sum(money.held), sum(money.debt)]
  const beside = sum(drive.raised - money.raised)
  const [used, name] = [count(credits?.used ?? 0), credits?.package ?? '']
  const [comments, visits] = [count(counts.comments), count(counts.visits)]
  return (
    <div className="grid gap-4 *:min-w-0 sm:grid-cols-2 xl:grid-cols-3">
      <StatTile
        label={<Trans>Raised</Trans>}
        value={sum(drive.raised)}
        hint={
          <>
            {drive.raised > money.raised && (
              <span className="figures block">
                <Trans>{beside} of it recorded</Trans>
              </span>
            )}
            {drive.goal === null ? <Trans>Collects no donations</Trans> : <Trans>of {goal}</Trans>}
          </>
        }
      />
      <StatTile
        label={<Trans>Withdrawn</Trans>}
        value={sum(money.withdrawn)}
        hint={money.underWay > 0 && <Trans>{onItsWay} of it on its way</Trans>}
      />
      <StatTile
        label={<Trans>Available</Trans>}
        value={sum(money.available)}
        hint={money.debt > 0 ? <Trans>Owes {debt}</Trans> : money.held > 0 && <Trans>{held} held for disputes</Trans>}
      />
      <StatTile label={<Trans>Donors</Trans>} value={count(drive.donors)} />
      <StatTile
        label={<Trans>Views left</Trans>}
        value={count(credits?.remaining ?? 0)}
        hint={credits && t`${used} used, package ${name}`}
      />
      <StatTile
        label={<Trans>Page Views</Trans>}
        value={count(counts.views)}
        hint={
          <Trans>
            Comments: {comments}, RSVPs: {visits}
          </Trans>
        }
      />
    </div>
  )
}
