import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { HandHeart } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { moneyText } from '#app/kit/money.ts'
import { percentText } from '#app/kit/percents.ts'
import { cx } from '#app/ui/cx.ts'
import { Progress } from '#app/ui/progress.tsx'
import { daysLeft } from '../drive.ts'

type ProgressCardProps = {
  raised: number
  goal: number
  donors: number
  endDate: string | null
  /** The day it is in Nairobi. */
  today: string
  /** The gifts can be looked at on this page. */
  listed?: boolean
  className?: string
  /** The way to give. */
  children?: ReactNode
}

/** How far a drive that collects is: what came in, from how many, and how long it goes on. */
export function ProgressCard({ raised, goal, donors, endDate, today, listed = true, ...box }: ProgressCardProps) {
  const { t } = useLingui()
  const amount = moneyText(raised)
  const size = amount.length > 16 ? 'text-[1.375rem]' : 'text-[1.875rem]'
  return (
    <section aria-label={t`Progress`} className={cx('figures', box.className ?? progressBox)}>
      <div className={row}>
        <p
          {...live('raised')}
          className={`whitespace-nowrap font-bold font-display leading-none tracking-tight ${size}`}
        >
          {amount}
        </p>
        <p {...live('percent')} className="font-semibold text-brand text-lg">
          {percentText(raised, goal)}
        </p>
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
      {box.children && <div className="mt-4">{box.children}</div>}
      <div className={`items-center ${row}`}>
        <p className="flex min-h-11 items-center gap-1.5 font-semibold">
          <HandHeart aria-hidden="true" className="size-5 shrink-0 text-accent" />
          <span {...live('donors')}>
            <Plural value={donors} one="# donor" other="# donors" />
          </span>
        </p>
        {listed && (
          <Link to="?tab=donations#tabs" className="inline-flex min-h-11 items-center text-link">
            <Trans>See donations</Trans>
          </Link>
        )}
      </div>
    </section>
  )
}

/** The page keeps it true while it sleeps: React takes over what then stands there. */
const live = (name: string) => ({ 'data-live': name, suppressHydrationWarning: true })

/** A card by itself. */
export const progressBox = 'mt-4 rounded-card border border-line bg-card px-4 pt-4 pb-1.5'

const row = 'flex flex-wrap justify-between gap-x-3 [&:not(.items-center)]:items-baseline'

function Left({ days }: { days: number | null }) {
  if (days === null) return <Trans>No end date</Trans>
  if (days < 0) return <Trans>Ended</Trans>
  if (days === 0) return <Trans>Ends today</Trans>
  return <Plural value={days} one="# day left" other="# days left" />
}
