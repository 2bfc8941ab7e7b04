import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { briefDayIn } from '#app/kit/time.ts'
import { Button } from '#app/ui/button.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { activityKindWords, type Untied } from './line.ts'

/** The people who gave or pledged and are not on the guest list, each with a button that adds them. */
export function GaveRows({ slug, things }: { slug: string; things: Untied[] }) {
  return (
    <ul className="grid divide-y divide-line rounded-card border border-line bg-card">
      {things.map((thing) => (
        <GaveRow key={thing.of} slug={slug} thing={thing} />
      ))}
    </ul>
  )
}

function GaveRow({ slug, thing: { of, kind, name, amount, at, guest } }: { slug: string; thing: Untied }) {
  const { i18n } = useLingui()
  const guests = `/gathering/${slug}/guests`
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <span className="grid min-w-0">
        <span className="wrap-anywhere font-semibold" dir="auto">
          {name}
        </span>
        <span className="flex flex-wrap gap-x-2 text-muted text-sm">
          {i18n._(activityKindWords[kind])}
          {amount !== null && <span className="figures">{moneyText(amount)}</span>}
          <span>{briefDayIn(i18n.locale as Language, at)}</span>
        </span>
        {guest && (
          <Link to={`${guests}/${guest}`} className="inline-flex min-h-11 items-center text-link text-sm">
            <Trans>A guest with this name is on your list.</Trans>
          </Link>
        )}
      </span>
      <Changing>
        <span className="flex flex-wrap gap-3">
          {guest && (
            <Act to={`${guests}/${guest}/tie`} of={of}>
              <Trans>Tie to this guest</Trans>
            </Act>
          )}
          <Act to={`${guests}/gave/add`} of={of} variant={guest ? 'ghost' : 'secondary'}>
            <Trans>Add to the list</Trans>
          </Act>
        </span>
      </Changing>
    </li>
  )
}

type ActProps = { to: string; of: string; variant?: 'secondary' | 'ghost'; children: ReactNode }

function Act({ to, of, variant = 'secondary', children }: ActProps) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  return (
    <Form method="post" action={to}>
      <Refused answer={answer} />
      <input type="hidden" name="of" value={of} />
      <Button variant={variant} size="small" busy={busy} busyText={t`Saving...`}>
        {children}
      </Button>
    </Form>
  )
}
