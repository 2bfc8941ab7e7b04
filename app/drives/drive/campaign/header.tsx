import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft } from 'lucide-react'
import { Form, Link } from 'react-router'
import { moneyText } from '#app/kit/money.ts'
import type { HelperRole } from '#app/kit/rights.ts'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Changing } from '#app/ui/read-only.tsx'
import { capitalised, type Status } from '../drive.ts'
import { Slogan } from '../slogan.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { type BadgesProps, DriveBadges } from './badges.tsx'

export type HeaderProps = BadgesProps & {
  slug: string
  title: string
  slogan: string
  canWithdraw: boolean
  helps?: HelperRole | null
}

/** Which drive this is, how long it still runs, and the way to its money. */
export function CampaignHeader({ slug, title, slogan, canWithdraw, helps, ...badges }: HeaderProps) {
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
        <h1
          dir="auto"
          className={cx('wrap-anywhere', title.length > 60 ? 'text-2xl sm:text-3xl' : 'text-3xl sm:text-4xl')}
        >
          {capitalised(title)}
        </h1>
        <p dir="auto" className="wrap-anywhere mt-1.5 mb-3 max-w-[60ch] text-muted">
          <Slogan text={slogan} />
        </p>
        <DriveBadges {...badges} />
      </div>
      <Changing>{!helps && <WithdrawButton slug={slug} canWithdraw={canWithdraw} />}</Changing>
    </header>
  )
}

type LineProps = Pick<HeaderProps, 'slug' | 'title' | 'canWithdraw' | 'helps'> & {
  status: Status
  draft: boolean
  /** In cents; undefined on a page that says it already. */
  available: number | undefined
}

/** The same in one line, above pages with a matter of their own: what they are about is in sight at once. */
export function CampaignLine({ slug, title, canWithdraw, helps, status, draft, available }: LineProps) {
  const { t } = useLingui()
  return (
    <header className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 xl:h-18 xl:flex-nowrap xl:pr-40">
      <div className="flex min-w-0 basis-full flex-wrap items-center gap-1 xl:flex-1 xl:basis-0 xl:flex-nowrap">
        <Changing>
          <Link
            to="/dashboard"
            aria-label={t`All fund drives`}
            title={t`All fund drives`}
            className="no-print -ml-3 grid size-11 shrink-0 place-items-center rounded-control text-muted hover:text-ink"
          >
            <ArrowLeft aria-hidden="true" className="size-5" />
          </Link>
        </Changing>
        <h1
          dir="auto"
          title={capitalised(title)}
          className="min-w-0 max-w-max grow basis-24 truncate text-xl leading-tight"
        >
          {capitalised(title)}
        </h1>
        <span className="ml-2 max-w-full">
          <StatusBadge status={status} draft={draft} />
        </span>
      </div>
      {available !== undefined && (
        <p className="figures min-h-6 text-muted text-sm max-xl:flex-1 xl:shrink-0">
          <Available amount={available} />
        </p>
      )}
      <Changing>{!helps && <WithdrawButton slug={slug} canWithdraw={canWithdraw} small />}</Changing>
    </header>
  )
}

function Available({ amount }: { amount: number }) {
  const sum = moneyText(amount)
  return (
    <Trans>
      <strong className="whitespace-nowrap font-semibold text-ink">{sum}</strong> available
    </Trans>
  )
}

function WithdrawButton({ slug, canWithdraw, small }: { slug: string; canWithdraw: boolean; small?: boolean }) {
  return (
    <Form
      method="get"
      action={`/fund-drive/${slug}/payouts/withdraw`}
      preventScrollReset
      className={small ? 'max-w-full xl:shrink-0' : 'max-sm:w-full'}
    >
      <Button disabled={!canWithdraw} size={small ? 'small' : 'medium'} className={small ? '' : 'max-sm:w-full'}>
        {canWithdraw ? <Trans>Withdraw Funds</Trans> : <Trans>Withdraw Funds (Min. KES 100)</Trans>}
      </Button>
    </Form>
  )
}
