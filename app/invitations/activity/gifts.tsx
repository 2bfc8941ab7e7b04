import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { briefDayIn } from '#app/kit/time.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field, Select } from '#app/ui/field.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { activityKindWords, howWords, type Thing, type Untied } from './activity.ts'
import type { Tied } from './things.server.ts'

type Props = { base: string; ties: Tied[]; things: Thing[] }

/** The gifts and other things tied to a guest. The host unties wrong ones and ties others. */
export function GuestGave({ base, ties, things }: Props) {
  return (
    <Card title={<Trans>What came from them</Trans>} level={3}>
      <div className="grid gap-5 *:min-w-0">
        {ties.length === 0 ? (
          <p className="text-muted">
            <Trans>Nothing is known to have come from this guest. An anonymous gift leaves no trace here.</Trans>
          </p>
        ) : (
          <ul className="grid gap-3">
            {ties.map((tie) => (
              <TiedRow key={tie.tie} base={base} tied={tie} />
            ))}
          </ul>
        )}
        {things.length > 0 && (
          <Changing>
            <TieForm base={base} things={things} more={ties.length > 0} />
          </Changing>
        )}
      </div>
    </Card>
  )
}

function TiedRow({ base, tied: { tie, kind, how, name, amount, at } }: { base: string; tied: Tied }) {
  const { t, i18n } = useLingui()
  const { Form, busy, answer } = useFormAction()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span className="grid">
        <span className="flex flex-wrap gap-x-2 font-semibold">
          {i18n._(activityKindWords[kind])}
          {amount !== null && <span className="figures">{moneyText(amount)}</span>}
        </span>
        <span className="wrap-anywhere text-muted text-sm">
          {name && <bdi>{name} · </bdi>}
          {briefDayIn(i18n.locale as Language, at)} · {i18n._(howWords[how])}
        </span>
      </span>
      <Changing>
        <Form method="post" action={`${base}/untie`}>
          <Refused answer={answer} />
          <input type="hidden" name="tie" value={tie} />
          <Button variant="ghost" size="small" busy={busy} busyText={t`Saving...`}>
            <Trans>Not theirs</Trans>
          </Button>
        </Form>
      </Changing>
    </li>
  )
}

/** `more`: at least one thing is tied to the guest already. */
function TieForm({ base, things, more }: { base: string; things: Thing[]; more: boolean }) {
  const { t, i18n } = useLingui()
  const { Form, busy, answer } = useFormAction()
  const said = ({ kind, name, amount, at }: Thing) =>
    [
      name || t`Without a name`,
      i18n._(activityKindWords[kind]),
      amount !== null && moneyText(amount),
      briefDayIn(i18n.locale as Language, at),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <Form method="post" action={`${base}/tie`} className="grid gap-3">
      <Refused answer={answer} />
      <Field
        label={more ? <Trans>This came from them, too</Trans> : <Trans>This came from them</Trans>}
        name="of"
        answer={answer}
      >
        <Select>
          <option value="">{t({ message: 'Choose one', context: 'gift or pledge' })}</option>
          {things.map((thing) => (
            <option key={thing.of} value={thing.of}>
              {said(thing)}
            </option>
          ))}
        </Select>
      </Field>
      <Button variant="secondary" busy={busy} busyText={t`Saving...`} className="justify-self-start">
        <Trans>Tie to this guest</Trans>
      </Button>
    </Form>
  )
}

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
