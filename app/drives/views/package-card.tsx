import { Trans, useLingui } from '@lingui/react/macro'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { dollarText, moneyText } from '#app/kit/money.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { useCount } from '#app/ui/use-count.ts'
import type { packagesForSale } from './credits.server.ts'

export type ForSale = Awaited<ReturnType<typeof packagesForSale>>[number]

/** What a package brings and costs, with the button that buys it. It stands inside the form that does. */
export function PackageCard({ of: one, busy }: { of: ForSale; busy: boolean }) {
  const { t } = useLingui()
  const { name, description, mostPopular } = one
  const views = useCount()(one.views)
  return (
    <article
      className={cx(
        'flex h-full flex-col rounded-card border p-4',
        mostPopular ? 'border-brand ring-1 ring-brand' : 'border-line',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 dir="auto" className="wrap-anywhere text-xl">
          {name}
        </h3>
        {mostPopular && (
          <Badge tone="gain">
            <Trans>Most Popular</Trans>
          </Badge>
        )}
      </div>
      {description && (
        <p dir="auto" className="wrap-anywhere mt-0.5 text-muted text-sm">
          {description}
        </p>
      )}
      <p className="figures mt-3">
        <span className="whitespace-nowrap text-muted">{dollarText(one.amount)} · </span>
        <span className="whitespace-nowrap font-bold font-display text-[min(1.875rem,9.4vw)] leading-tight tracking-tight">
          {moneyText(one.price)}
        </span>
      </p>
      <ul className="mt-3 mb-4 grid gap-1.5 text-[0.9375rem]">
        <Brings strong>
          <Trans>{views} views</Trans>
        </Brings>
        <Brings>
          <Trans>Real-time analytics</Trans>
        </Brings>
        <Brings>
          <Trans>Device tracking</Trans>
        </Brings>
        <Brings>
          <Trans>Location insights</Trans>
        </Brings>
      </ul>
      <Button
        className="mt-auto"
        wide
        variant={mostPopular ? 'primary' : 'secondary'}
        aria-label={t`Buy ${views} views: ${name}`}
        busy={busy}
        busyText={t`Opening...`}
      >
        {t`Buy ${views} views`}
      </Button>
    </article>
  )
}

const Brings = ({ strong, children }: { strong?: boolean; children: ReactNode }) => (
  <li className="flex items-start gap-2">
    <Check aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-gain" />
    <span className={cx('figures', strong && 'font-semibold')}>{children}</span>
  </li>
)
