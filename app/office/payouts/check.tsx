import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { momentIn } from '#app/kit/time.ts'
import { Badge } from '#app/ui/badge.tsx'
import { type Check, concernsOf, concernWords, isCovered } from './check.ts'

/** In a word, whether there is something to look at; all of it for the person who opens it. */
export function CheckCell({ check }: { check: Check }) {
  return (
    <details className="group @2xl:open:w-64">
      <summary className="ml-auto flex min-h-11 w-fit max-w-full cursor-pointer items-center gap-1.5 @2xl:ml-0 @2xl:min-h-8">
        <span className="min-w-0">
          <CheckBadge check={check} />
        </span>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-muted group-open:rotate-180" />
        <span className="sr-only">
          <Trans>Balance check</Trans>
        </span>
      </summary>
      <div className="mt-2 text-left text-sm">
        <CheckList check={check} />
      </div>
    </details>
  )
}

function CheckBadge({ check }: { check: Check }) {
  const { stops, warns } = concernsOf(check)
  if (stops.length > 0)
    return (
      <Badge tone="stop">
        <Trans>Stop</Trans>
      </Badge>
    )
  if (warns.length > 0)
    return (
      <Badge tone="warn">
        <Plural value={warns.length} one="# thing to look at" other="# things to look at" />
      </Badge>
    )
  return (
    <Badge tone="gain">
      <Trans>In order</Trans>
    </Badge>
  )
}

/** All figures that a decision about money needs, with what speaks against it above them. */
export function CheckList({ check }: { check: Check }) {
  const { t, i18n } = useLingui()
  const { stops, warns } = concernsOf(check)
  const sum = (cents: number) => moneyText(cents, 'KSH')
  const [times, arrived] = [check.before.count, sum(check.before.net)]
  return (
    <div className="grid gap-3">
      {(stops.length > 0 || warns.length > 0) && (
        <ul className="grid gap-1">
          {[...stops, ...warns].map((concern, at) => (
            <li key={concern} className={at < stops.length ? 'font-semibold text-stop' : 'text-warn'}>
              {i18n._(concernWords[concern])}
            </li>
          ))}
        </ul>
      )}
      <dl className="grid gap-1">
        <Line label={t`Raised`}>{sum(check.raised)}</Line>
        <Line label={t`Refunded`}>{sum(check.reversed)}</Line>
        <Line label={t`Requested so far`}>{sum(check.reserved)}</Line>
        <Line label={t`Available`}>{sum(check.available)}</Line>
        <Line label={t`Debt`}>{sum(check.debt)}</Line>
        <Line label={t`Held for disputes and refunds`}>{sum(check.held)}</Line>
        <Line label={t`The books owe the owner`}>
          {sum(check.owed)}{' '}
          {isCovered(check) ? <Trans>(covers what is sent)</Trans> : <Trans>(does not cover what is sent)</Trans>}
        </Line>
        <Line label={t`Previous withdrawals`}>
          {times === 0 ? (
            '0'
          ) : (
            <Trans>
              {`${times}`}, in all {arrived}
            </Trans>
          )}
        </Line>
        <Line label={t`Method added`}>{momentIn(i18n.locale as Language, check.methodSince)}</Line>
        <Line label={t`Your own drive`}>{check.isOwn ? <Trans>Yes</Trans> : <Trans>No</Trans>}</Line>
      </dl>
    </div>
  )
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4">
    <dt className="text-muted">{label}</dt>
    <dd className="figures ml-auto text-right">{children}</dd>
  </div>
)
