import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarDays, MapPin, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { dayAt } from '#app/kit/time.ts'
import { Badge } from '#app/ui/badge.tsx'
import { cx } from '#app/ui/cx.ts'
import { weave } from '#app/ui/weave.ts'
import { WovenPattern } from '#app/ui/woven.tsx'
import { capitalised, categories } from '../drive.ts'
import type { ShownDrive } from './shown.ts'

type HeroProps = { drive: ShownDrive; pictures: ReactNode; badge: ReactNode; progress: ReactNode; actions: ReactNode }

/** The face of a drive: its pictures lie on its own cloth, and beside them stands what it is about and how far it is. */
export function Hero({ drive, pictures, badge, progress, actions }: HeroProps) {
  const { i18n } = useLingui()
  const isLong = drive.title.length > 45
  return (
    <section className="grid lg:grid-cols-[minmax(2rem,1fr)_minmax(0,43rem)_minmax(0,28rem)_minmax(2rem,1fr)] lg:grid-rows-[auto_5rem]">
      <div className="order-2 lg:order-none lg:col-span-full lg:row-start-2 lg:self-end">
        <Cloth slug={drive.slug} />
      </div>
      <div className="order-1 z-10 min-w-0 lg:order-none lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-8 lg:mb-9 lg:self-end">
        {pictures}
      </div>
      <div className="column order-3 pt-4 lg:col-start-3 lg:row-start-1 lg:px-0 lg:pt-8 lg:pb-6 lg:pl-10">
        <div className="flex flex-wrap items-center gap-2">
          <Badge tone="accent">{i18n._(categories[drive.category])}</Badge>
          {badge}
        </div>
        <h1
          className={cx(
            'wrap-anywhere mt-2 leading-[1.08]',
            isLong ? 'text-2xl sm:text-3xl' : 'text-[1.75rem] sm:text-4xl',
          )}
        >
          {capitalised(drive.title)}
        </h1>
        <p className="wrap-anywhere mt-1.5 text-muted italic">{drive.slogan}</p>
        {progress}
        <div className="mt-4 grid auto-cols-fr grid-flow-col gap-2.5">{actions}</div>
        <Facts drive={drive} />
      </div>
    </section>
  )
}

/** The woven edge that the pictures lie on, with its fringe. */
function Cloth({ slug }: { slug: string }) {
  const { ground, rows } = weave(slug, 'band')
  const thread = rows[0]?.dye ?? ground
  return (
    <>
      <WovenPattern slug={slug} kind="band" scale={0.5} className="block lg:hidden" />
      <WovenPattern slug={slug} kind="band" className="hidden lg:block" />
      <div
        aria-hidden="true"
        className="h-2 lg:h-3"
        style={{
          background: `repeating-linear-gradient(90deg, ${ground} 0 2px, #0000 2px 5px, ${thread} 5px 7px, #0000 7px 12px)`,
        }}
      />
    </>
  )
}

function Facts({ drive }: { drive: ShownDrive }) {
  const started = dayAt(drive.createdAt).slice(0, 4)
  const icon = 'size-4.5 shrink-0'
  return (
    <ul className="mt-5 flex flex-wrap gap-x-5 gap-y-1.5 text-[0.9375rem] text-muted [&>li]:flex [&>li]:min-w-0 [&>li]:items-center [&>li]:gap-1.5">
      <li>
        <MapPin aria-hidden="true" className={icon} />
        <span className="wrap-anywhere min-w-0">{drive.location}</span>
      </li>
      <li>
        <CalendarDays aria-hidden="true" className={icon} />
        <span>
          <Trans>Started: {started}</Trans>
        </span>
      </li>
      <li>
        <UserRound aria-hidden="true" className={icon} />
        <span className="wrap-anywhere min-w-0">
          <Trans>
            Organised by <Typed text={drive.ownerName} />
          </Trans>
        </span>
      </li>
    </ul>
  )
}

/** What somebody typed, kept apart from the words around it: no part of it is read as ours. */
const Typed = ({ text }: { text: string }) => <b className="font-semibold text-ink">{text}</b>
