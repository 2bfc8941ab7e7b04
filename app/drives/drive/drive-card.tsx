import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { percentText } from '#app/kit/percents.ts'
import { dayIn } from '#app/kit/time.ts'
import { Picture } from '#app/ui/picture.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { Typed } from '#app/ui/typed.tsx'
import { WovenPattern } from '#app/ui/woven.tsx'
import type { dashboardOf } from './dashboard.server.ts'
import { categories } from './drive.ts'
import { Slogan } from './slogan.tsx'
import { StatusBadge } from './status-badge.tsx'

export type DriveCardProps = Awaited<ReturnType<typeof dashboardOf>>['cards'][number]

/** Shows one of a person's drives, as a link to its pages. */
export function DriveCard(drive: DriveCardProps) {
  const { i18n } = useLingui()
  const { slug, title, slogan, category, status, draft, viewsAreGone, createdAt } = drive
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-card transition-colors hover:border-edge has-focus-visible:border-edge">
      <Face {...drive} />
      <div className="flex grow flex-col p-4 sm:p-5">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
          <StatusBadge status={status} draft={draft} />
          <span className="text-muted text-sm">{i18n._(categories[category])}</span>
        </div>
        <h3 dir="auto" className="mt-3 text-xl">
          <Link
            to={`/fund-drive/${slug}`}
            className="line-clamp-3 rounded-control after:absolute after:inset-0 after:rounded-card after:content-[''] group-hover:underline group-hover:decoration-2 group-hover:underline-offset-4 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-4"
          >
            {title}
          </Link>
        </h3>
        <p dir="auto" className="mt-1 line-clamp-2 text-muted">
          <Slogan text={slogan} />
        </p>
        <div className="mt-auto pt-4">
          <Money {...drive} />
          {viewsAreGone && status === 'active' && <ViewsAreGone slug={slug} title={title} />}
          <p className="mt-3 border-line border-t pt-3 text-muted text-sm">
            <Created at={createdAt} />
          </p>
        </div>
      </div>
    </article>
  )
}

/** Warns the owner where they look first, before a visitor has to tell; with the way out of it. */
function ViewsAreGone({ slug, title }: { slug: string; title: string }) {
  return (
    <div className="relative mt-4 flex flex-wrap items-center justify-between gap-x-4 rounded-control border border-warn bg-warn-soft px-3 text-[0.9375rem]">
      <span className="py-2 font-semibold text-warn">
        <Trans>All views are used up</Trans>
      </span>
      <Link to={`/fund-drive/${slug}/payouts/buy-views`} className="inline-flex min-h-11 items-center text-link">
        <Trans>
          Buy Views
          <span className="sr-only">
            {' '}
            for <Typed text={title} />
          </span>
        </Trans>
      </Link>
    </div>
  )
}

/** Its picture; without one, or when it can't be fetched, the cloth that belongs to its address. */
function Face({ slug, picture }: DriveCardProps) {
  const cloth = <WovenPattern slug={slug} scale={2} className="block" />
  const box = 'aspect-[16/9] w-full shrink-0 bg-well'
  if (!picture) return <div className={`${box} overflow-hidden`}>{cloth}</div>
  const sizes = '(min-width: 1024px) 24rem, (min-width: 640px) 50vw, 100vw'
  return <Picture picture={picture} alt="" sizes={sizes} fallback={cloth} className={box} />
}

function Money({ collects, goal, total, recorded, title }: DriveCardProps) {
  const { t } = useLingui()
  if (!collects)
    return (
      <p className="text-muted">
        <Trans>Not collecting donations</Trans>
      </p>
    )
  const [share, beside] = [percentText(total, goal), moneyText(recorded)]
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Amount>{moneyText(total)}</Amount>
        <span className="figures font-semibold text-brand text-sm">
          <Trans>{share} funded</Trans>
        </span>
      </p>
      <Progress value={total} max={goal} label={t`Raised for ${title}`} words={false} />
      <p className="figures flex flex-wrap justify-between gap-x-3 text-muted text-sm">
        <Trans>of {moneyText(goal)} goal</Trans>
        {recorded > 0 && (
          <span>
            <Trans>{beside} of it recorded</Trans>
          </span>
        )}
      </p>
    </div>
  )
}

const Amount = ({ children }: { children: ReactNode }) => (
  <span className="figures font-bold font-display text-lg tracking-tight">{children}</span>
)

/** The day it was opened, in the calendar of Nairobi. */
function Created({ at }: { at: Date }) {
  const { i18n } = useLingui()
  const day = dayIn(i18n.locale as Language, at)
  return <Trans>Created {day}</Trans>
}
