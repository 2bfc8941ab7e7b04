import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { HandHeart } from 'lucide-react'
import { Link } from 'react-router'
import { moneyText } from '#app/kit/money.ts'
import { Progress } from '#app/ui/progress.tsx'
import { daysLeft } from '../drive.ts'
import { percentText } from './percent.ts'

type ProgressCardProps = {
  raised: number
  goal: number
  donors: number
  endDate: string | null
  /** The day it is in Nairobi. */
  today: string
}

/** How far a drive that collects is: what came in, from how many, and how long it goes on. */
export function ProgressCard({ raised, goal, donors, endDate, today }: ProgressCardProps) {
  const { t } = useLingui()
  const amount = moneyText(raised)
  const size = amount.length > 16 ? 'text-[1.375rem]' : 'text-[1.875rem]'
  return (
    <section aria-label={t`Progress`} className="figures mt-4 rounded-card border border-line bg-card px-4 pt-4 pb-1.5">
      <div className={row}>
        <p className={`whitespace-nowrap font-bold font-display leading-none tracking-tight ${size}`}>{amount}</p>
        <p className="font-semibold text-brand text-lg">{percentText(raised, goal)}</p>
      </div>
      <div className={`mt-1 text-muted ${row}`}>
        <p>
          <Trans>raised of {moneyText(goal)}</Trans>
        </p>
        <p>
          <Left days={daysLeft(endDate, today)} />
        </p>
      </div>
      <div className="mt-3">
        <Progress value={raised} max={goal} label={t`Raised of the goal`} size="tall" words={false} />
      </div>
      <div className={`items-center ${row}`}>
        <p className="flex min-h-11 items-center gap-1.5 font-semibold">
          <HandHeart aria-hidden="true" className="size-5 shrink-0 text-accent" />
          <span>
            <Plural value={donors} one="# donor" other="# donors" />
          </span>
        </p>
        <Link to="?tab=donations#tabs" className="inline-flex min-h-11 items-center text-link">
          <Trans>See donations</Trans>
        </Link>
      </div>
    </section>
  )
}

const row = 'flex flex-wrap justify-between gap-x-3 [&:not(.items-center)]:items-baseline'

function Left({ days }: { days: number | null }) {
  if (days === null) return <Trans>No end date</Trans>
  if (days < 0) return <Trans>Ended</Trans>
  if (days === 0) return <Trans>Ends today</Trans>
  return <Plural value={days} one="# day left" other="# days left" />
}
