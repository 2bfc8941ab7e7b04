import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { HandHeart } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { daysLeft } from '#app/drives/drive/drive.ts'
import { moneyText } from '#app/kit/money.ts'
import { percentText } from '#app/kit/percents.ts'
import { cx } from '#app/ui/cx.ts'
import { Progress } from '#app/ui/progress.tsx'
import { GroupBar } from './group-bar.tsx'

type ProgressCardProps = {
  raised: number
  goal: number
  donors: number
  endDate: string | null
  /** The day it is in Nairobi. */
  today: string
  /** Gifts that a group took by hand, and its pledges, beside what came through us. */
  recorded: number
  pledged: number
  /** The slug of the page that it is on, where its gifts can be looked at. */
  slug?: string
  className?: string
  /** The way to give. */
  children?: ReactNode
}

/** How far a drive that collects is: what came in, from how many, and how long it goes on. */
export function ProgressCard({ raised, recorded, pledged, slug, ...card }: ProgressCardProps) {
  const { goal, donors, endDate, today, ...box } = card
  const { t } = useLingui()
  const there = raised + recorded
  const beside = recorded + pledged > 0
  const amount = moneyText(there)
  const large = beside ? 'text-[min(1.625rem,9.4vw)]' : 'text-[min(1.875rem,9.4vw)]'
  const size = amount.length > (beside ? 12 : 16) ? 'text-[min(1.375rem,6.9vw)]' : large
  return (
    <section aria-label={t`Progress`} className={cx('figures', box.className ?? progressBox)}>
      <div className={row}>
        <p {...live('raised')} className={`font-bold font-display leading-none tracking-tight ${size}`}>
          {beside ? <SoFar amount={amount} /> : amount}
        </p>
        <p {...live('percent')} className="font-semibold text-brand text-lg">
          {percentText(there, goal)}
        </p>
      </div>
      <div className={`mt-1 text-muted ${row}`}>
        <p className="wrap-anywhere">
          <Trans>raised of {moneyText(goal)}</Trans>
        </p>
        <p>
          <Left days={daysLeft(endDate, today)} />
        </p>
      </div>
      <div className="mt-2.5">
        {beside ? (
          <GroupBar {...{ raised, recorded, pledged, goal, slug }} />
        ) : (
          <Progress value={raised} max={goal} label={t`Raised of the goal`} size="tall" words={false} />
        )}
      </div>
      {box.children && <div className={beside ? 'mt-2.5' : 'mt-4'}>{box.children}</div>}
      <div className={`items-center ${row}`}>
        <p className="flex min-h-11 items-center gap-1.5 font-semibold">
          <HandHeart aria-hidden="true" className="size-5 shrink-0 text-accent" />
          <span {...live('donors')}>
            <Plural value={donors} one="# donor" other="# donors" />
          </span>
        </p>
        {slug && (
          <Link to="?tab=donations#tabs" className="inline-flex min-h-11 items-center text-link">
            <Trans>See donations</Trans>
          </Link>
        )}
      </div>
    </section>
  )
}

/** Marks a figure that the page updates before it is hydrated: React takes over the text that is there by then. */
const live = (name: string) => ({ 'data-live': name, suppressHydrationWarning: true })

/** A card by itself. */
export const progressBox = 'mt-4 rounded-card border border-line bg-card px-4 pt-4 pb-1.5'

/** The amount is what is read first. */
const SoFar = ({ amount }: { amount: string }) => (
  <Trans>
    {amount} <span className="font-sans font-semibold text-muted text-sm tracking-normal">so far</span>
  </Trans>
)

const row = 'flex flex-wrap justify-between gap-x-3 [&:not(.items-center)]:items-baseline'

function Left({ days }: { days: number | null }) {
  if (days === null) return <Trans>No end date</Trans>
  if (days < 0) return <Trans>Ended</Trans>
  if (days === 0) return <Trans>Ends today</Trans>
  return <Plural value={days} one="# day left" other="# days left" />
}
