import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Clock, HandHeart } from 'lucide-react'
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
  return (
    <section aria-label={t`Progress`} className="mt-4 rounded-card border border-line bg-card p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <p className="figures min-w-0">
          <b className="font-bold font-display text-[1.75rem] leading-none tracking-tight">{moneyText(raised)}</b>{' '}
          <span className="whitespace-nowrap text-muted">
            <Trans>raised of {moneyText(goal)}</Trans>
          </span>
        </p>
        <p className="figures font-semibold text-brand">{percentText(raised, goal)}</p>
      </div>
      <div className="mt-2.5">
        <Progress value={raised} max={goal} label={t`Raised of the goal`} size="tall" words={false} />
      </div>
      <ul className="mt-1.5 -mb-2.5 flex flex-wrap items-center gap-x-5 [&>li]:flex [&>li]:min-h-11 [&>li]:items-center [&>li]:gap-1.5">
        <li>
          <HandHeart aria-hidden="true" className="size-4.5 shrink-0 text-accent" />
          <span className="figures">
            <Plural value={donors} one="# donor" other="# donors" />
          </span>
        </li>
        <li>
          <Clock aria-hidden="true" className="size-4.5 shrink-0 text-accent" />
          <span className="figures">
            <Left days={daysLeft(endDate, today)} />
          </span>
        </li>
        <li className="sm:ml-auto">
          <Link to="?tab=donations#tabs" className="inline-flex min-h-11 items-center text-link">
            <Trans>See donations</Trans>
          </Link>
        </li>
      </ul>
    </section>
  )
}

function Left({ days }: { days: number | null }) {
  if (days === null) return <Trans>No end date</Trans>
  if (days < 0) return <Trans>Ended</Trans>
  if (days === 0) return <Trans>Ends today</Trans>
  return <Plural value={days} one="# day left" other="# days left" />
}
