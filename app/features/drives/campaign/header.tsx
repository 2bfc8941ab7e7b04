import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft, CalendarDays, Clock, Tag } from 'lucide-react'
import { Form, Link } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { dayIn } from '#app/kit/time.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Changing } from '#app/ui/read-only.tsx'
import { type Category, capitalised, categories } from '../drive.ts'

type HeaderProps = {
  slug: string
  title: string
  slogan: string
  category: Category
  endDate: string | null
  /** Days until the end, 0 on the last day; null without an end. */
  left: number | null
  canWithdraw: boolean
  /** Above a page with a matter of its own: smaller, so that the page is in sight. */
  compact?: boolean
}

const icon = { 'aria-hidden': true, className: 'size-3.5 shrink-0' } as const

/** Which drive this is, how long it still runs, and the way to its money. */
export function CampaignHeader({ slug, title, slogan, category, endDate, left, canWithdraw, compact }: HeaderProps) {
  const { i18n } = useLingui()
  return (
    <header className="flex min-w-0 flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="min-w-0 flex-1 basis-80">
        <Changing>
          <Link
            to="/dashboard"
            className="no-print -mt-3 inline-flex min-h-11 items-center gap-1.5 text-muted text-sm hover:text-ink"
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
            <Trans>All fund drives</Trans>
          </Link>
        </Changing>
        <h1 className={cx('wrap-anywhere', sizeOf(title, compact))}>{capitalised(title)}</h1>
        <p className={cx('wrap-anywhere max-w-[60ch] text-muted', compact ? 'mt-0.5 line-clamp-1' : 'mt-1.5')}>
          {slogan}
        </p>
        <div className={cx('flex flex-wrap gap-2', compact ? 'mt-1.5' : 'mt-3')}>
          <Badge icon={<Tag {...icon} />}>{i18n._(categories[category])}</Badge>
          {endDate && <Ends endDate={endDate} />}
          {left !== null && (
            <Badge tone={left < 0 ? 'neutral' : left <= 7 ? 'warn' : 'gain'} icon={<Clock {...icon} />}>
              <DaysLeft left={left} />
            </Badge>
          )}
        </div>
      </div>
      <Changing>
        <Form method="get" action={`/fund-drive/${slug}/payouts/withdraw`} preventScrollReset className="max-sm:w-full">
          <Button disabled={!canWithdraw} className="max-sm:w-full">
            {canWithdraw ? <Trans>Withdraw Funds</Trans> : <Trans>Withdraw Funds (Min. KES 100)</Trans>}
          </Button>
        </Form>
      </Changing>
    </header>
  )
}

function sizeOf(title: string, compact?: boolean): string {
  const isLong = title.length > 60
  if (compact) return isLong ? 'text-lg sm:text-xl' : 'text-2xl'
  return isLong ? 'text-2xl sm:text-3xl' : 'text-3xl sm:text-4xl'
}

function Ends({ endDate }: { endDate: string }) {
  const { i18n } = useLingui()
  const date = dayIn(i18n.locale as Language, new Date(endDate))
  return (
    <Badge icon={<CalendarDays {...icon} />}>
      <Trans>Ends: {date}</Trans>
    </Badge>
  )
}

/** 'Ended', or how many days are left. */
function DaysLeft({ left }: { left: number }) {
  if (left < 0) return <Trans>Ended</Trans>
  if (left === 0) return <Trans>Last day</Trans>
  return <Plural value={left} one="# day left" other="# days left" />
}
