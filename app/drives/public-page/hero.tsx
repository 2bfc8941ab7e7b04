import { Trans, useLingui } from '@lingui/react/macro'
import { BadgeCheck, CalendarDays, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ShownDrive } from '#app/drives/drive/drive.server.ts'
import { capitalised, categoryName } from '#app/drives/drive/drive.ts'
import { Slogan } from '#app/drives/drive/slogan.tsx'
import { Checked, type CheckedShown } from '#app/drives/public-page/checked.tsx'
import { dayAt } from '#app/kit/time.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { cx } from '#app/ui/cx.ts'
import { openSheet, Sheet } from '#app/ui/sheet.tsx'
import { weave } from '#app/ui/weave.ts'
import { WovenPattern } from '#app/ui/woven.tsx'

type HeroProps = {
  drive: ShownDrive
  badge: ReactNode
  /** How far it is and the way to give, then what else one can do. */
  give: ReactNode
  actions: ReactNode
  /** The newest gifts: on phones below everything else, unless they are to be seen at once. */
  gifts: ReactNode
  giftsFirst: boolean
  pictures: ReactNode
  /** The drive's story and the other tabs. */
  children: ReactNode
}

/**
 * The face of a drive: its pictures lie on its own cloth, with its subject beside them. From 1024 px on, how far it is
 * and the way to give stay in sight beside everything it tells; on phones all this is one column. A keyboard or a
 * screen reader meets the title and the way to give first. While the page is static, a part whose content has changed is fetched again
 * (`data-part`, see app/static-page.ts).
 */
export function Hero({ drive, badge, give, actions, gifts, giftsFirst, pictures, children }: HeroProps) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(2rem,1fr)_minmax(0,43rem)_minmax(0,28rem)_minmax(2rem,1fr)] lg:grid-rows-[auto_5rem_1fr]">
      <div className="max-lg:contents lg:z-10 lg:col-start-3 lg:row-span-3 lg:row-start-1 lg:pt-8 lg:pl-10">
        <Title drive={drive} badge={badge} />
        <div className={aside}>
          <div data-part="give" className="column order-4 lg:contents">
            {give}
          </div>
          <div data-part="actions" className="column order-5 mt-3 grid auto-cols-fr grid-flow-col gap-2.5 lg:px-0">
            {actions}
          </div>
          <div
            data-part="gifts"
            className={cx('lg:contents', giftsFirst ? 'column order-5 mt-4' : 'column order-8 mt-10')}
          >
            {gifts}
          </div>
          <Organiser drive={drive} />
        </div>
      </div>
      <div
        data-part="pictures"
        className="order-1 z-10 min-w-0 lg:order-none lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-8 lg:mb-9 lg:self-end"
      >
        {pictures}
      </div>
      <div className="order-2 lg:order-none lg:col-span-full lg:row-start-2 lg:self-end">
        <Cloth slug={drive.slug} />
      </div>
      <div className="order-7 min-w-0 lg:order-none lg:col-start-2 lg:row-start-3">{children}</div>
    </section>
  )
}

const aside =
  'max-lg:contents lg:sticky lg:top-20 lg:rounded-card lg:border lg:border-line lg:bg-card lg:p-5 lg:shadow-float'

function Title({ drive, badge }: Pick<HeroProps, 'drive' | 'badge'>) {
  const { i18n } = useLingui()
  const isLong = drive.title.length > 45
  return (
    <div data-part="title" className="column order-3 pt-3.5 lg:px-0 lg:pt-0 lg:pb-5">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone="accent">{categoryName(drive.category, i18n)}</Badge>
        {badge}
      </div>
      <h1
        dir="auto"
        className={cx(
          'wrap-anywhere mt-2 leading-[1.08]',
          isLong ? 'text-2xl sm:text-3xl' : 'text-[1.75rem] sm:text-4xl',
        )}
      >
        {capitalised(drive.title)}
      </h1>
      <p dir="auto" className="wrap-anywhere mt-1 text-muted italic">
        <Slogan text={drive.slogan} />
      </p>
    </div>
  )
}

/** A line of the block above the tabs: our words, a person's, and an address. */
export type AccountLine = { text: string; typed?: string; link?: { to: string; text: string } }

/** The lines above the tabs about the drive's money. Each is there only if it has something to say. */
export const AccountLines = ({ lines }: { lines: AccountLine[] }) =>
  lines[0] && (
    <ul data-part="account" className="column wrap-anywhere mt-8 grid gap-2 lg:px-0">
      {lines.map(({ text, typed, link }) => (
        <li key={text}>
          {text} <b dir="auto">{typed}</b>{' '}
          {link && (
            <a href={link.to} className="underline">
              {link.text}
            </a>
          )}
        </li>
      ))}
    </ul>
  )

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

/** Shows the organiser, the place, and since when the drive runs. */
function Organiser({ drive }: { drive: ShownDrive }) {
  const started = dayAt(drive.createdAt).slice(0, 4)
  const icon = 'size-4.5 shrink-0'
  return (
    <div
      data-part="organiser"
      className="column order-6 mt-5 flex items-center gap-3 lg:mt-4 lg:border-line lg:border-t lg:px-0 lg:pt-4"
    >
      <Avatar name={drive.ownerName} src={drive.ownerFace} />
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <Trans>
            Organised by <Typed text={drive.ownerName} />
          </Trans>
        </p>
        <ul className="flex flex-wrap gap-x-4 text-[0.9375rem] text-muted [&>li]:flex [&>li]:min-w-0 [&>li]:items-center [&>li]:gap-1.5">
          <li>
            <MapPin aria-hidden="true" className={icon} />
            <span dir="auto" className="wrap-anywhere min-w-0">
              {drive.location}
            </span>
          </li>
          <li>
            <CalendarDays aria-hidden="true" className={icon} />
            <span>
              <Trans>Started: {started}</Trans>
            </span>
          </li>
        </ul>
      </div>
    </div>
  )
}

/** Sets a person's text apart from the words around it: no part of it is read as ours. */
const Typed = ({ text }: { text: string }) => (
  <b dir="auto" className="font-semibold text-ink">
    {text}
  </b>
)

/** Shows the badge, and behind it its meaning: what was checked and when, and what was not. Beside it, how many papers were seen. */
export function VerifiedBadge({ shown }: { shown: CheckedShown | null }) {
  return (
    <>
      <button
        type="button"
        popoverTarget="verified"
        onClick={openSheet}
        className="relative inline-flex items-center gap-1.5 rounded-badge bg-brand-soft px-2.5 py-0.5 font-semibold text-[0.8125rem] text-muted before:absolute before:-inset-y-2.5 before:inset-x-0 before:content-['']"
      >
        <BadgeCheck aria-hidden="true" className="size-4" />
        <span className="underline decoration-dotted underline-offset-3">
          <Trans>Verified Fundraiser</Trans>
        </span>
      </button>
      <Sheet id="verified" title={<Trans>What was checked</Trans>}>
        {shown && <Checked {...shown} />}
      </Sheet>
      {shown?.badge && <Badge tone="gain">{shown.badge}</Badge>}
    </>
  )
}
