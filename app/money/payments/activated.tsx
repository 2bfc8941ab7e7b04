import { Plural, Trans } from '@lingui/react/macro'
import { BadgeCheck } from 'lucide-react'
import { viewsOf } from '#app/drives/views/paid-for.tsx'
import { moneyText } from '#app/kit/money.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useCount } from '#app/ui/use-count.ts'
import type { PaidResult } from './result.ts'
import { ResultCard } from './result-card.tsx'

type ActivatedProps = { result: PaidResult<'subscription'>; slug: string }

/** Shows a purchase of views: what was bought, how many there are now, and what was charged. */
export function Activated({ result: bought, slug }: ActivatedProps) {
  const count = useCount()
  const views = viewsOf(bought)
  const { drive, remaining, views: added } = bought
  const facts = [
    { key: 'package', name: <Trans>Package</Trans>, value: bought.package },
    { key: 'views', name: <Trans>Views</Trans>, value: views === null ? <Trans>Unlimited</Trans> : count(views) },
    { key: 'amount', name: <Trans>Amount</Trans>, value: moneyText(bought.amount) },
  ]
  return (
    <ResultCard
      tone="good"
      slug={slug}
      icon={<BadgeCheck aria-hidden="true" className="size-9" />}
      heading={<Trans>Subscription Activated!</Trans>}
      text={<Trans>Thank you. Your premium content is now accessible.</Trans>}
    >
      {bought.reversed > 0 && (
        <Notice tone="warn" className="mt-5 w-full text-left" title={<Trans>This purchase was paid back</Trans>}>
          {moneyText(bought.reversed)}
        </Notice>
      )}
      <dl className="mt-6 w-full divide-y divide-line border-line border-y text-left">
        {facts.map(({ key, name, value }) => (
          <div key={key} className="flex justify-between gap-4 py-2.5">
            <dt className="text-muted">{name}</dt>
            <dd className="figures min-w-0 text-right font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {added !== null && remaining !== null && bought.reversed === 0 && (
        <p className="mt-5 font-semibold">
          <Plural value={added} one="# view added." other="# views added." />{' '}
          <Plural value={remaining} one="# left." other="# left." />
        </p>
      )}
      <div className="mt-7 flex w-full flex-col gap-3 sm:flex-row sm:justify-center">
        {drive && (
          <LinkButton to={`/fund-drive/${drive.slug}/home`} size="large">
            <Trans>Back to the fund drive</Trans>
          </LinkButton>
        )}
        <LinkButton to="/dashboard" size="large" variant="secondary">
          <Trans>Dashboard</Trans>
        </LinkButton>
      </div>
    </ResultCard>
  )
}
