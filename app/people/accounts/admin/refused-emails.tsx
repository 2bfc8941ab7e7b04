import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { changeWay, SettingsLine, settingClass, WhyLine } from '#app/admin/small-decision.tsx'
import type { Language } from '#app/kit/languages.ts'
import { dayIn } from '#app/kit/time.ts'
import { emailMax } from '#app/people/accounts/people.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { foldAway, useFormAction } from '#app/ui/use-form-action.tsx'

type Props = { refused: { many: number; newest: { address: string; code: string; at: Date }[] } }

/** The addresses that no email is sent to, because a mail server refused them; and a form that takes one off the list. */
export function RefusedEmails({ refused: { many, newest } }: Props) {
  const { t, i18n } = useLingui()
  return (
    <section id="refused-emails" className="grid gap-3" aria-label={t`Emails that come back`}>
      <h2 className="text-xl">
        <Trans>Emails that come back</Trans>
      </h2>
      <p className="text-muted">
        {many === 0 ? (
          <Trans>No mail server has said that an address does not exist.</Trans>
        ) : (
          <Plural
            value={many}
            one="Nothing is sent to # address: its mail server says that it does not exist."
            other="Nothing is sent to # addresses: their mail servers say that they do not exist."
          />
        )}
      </p>
      {many > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-card">
          {newest.map(({ address, code, at }) => (
            <SettingsLine key={`${address} ${String(at)}`}>
              <span className={`${settingClass} wrap-anywhere py-2`}>{address}</span>
              <span className="figures text-muted">{code}</span>
              <span className="text-muted">{dayIn(i18n.locale as Language, at)}</span>
            </SettingsLine>
          ))}
          <li className="px-4 py-1">
            <details>
              <summary className={changeWay}>
                <Trans>Write to an address again</Trans>
              </summary>
              <LiftForm />
            </details>
          </li>
        </ul>
      )}
    </section>
  )
}

function LiftForm() {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction({ onDone: foldAway })
  return (
    <Form method="post" action="/admin/settings/email" className="mt-2 mb-2 grid max-w-xl gap-4">
      <Field name="email" label={<Trans>Email address</Trans>} answer={answer} required>
        <Input type="email" autoComplete="off" inputMode="email" autoCapitalize="none" maxLength={emailMax} />
      </Field>
      <WhyLine answer={answer} />
      <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">{t`Save`}</Button>
    </Form>
  )
}
