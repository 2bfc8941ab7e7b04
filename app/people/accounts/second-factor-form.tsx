import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { SixDigitsField } from './phone-code-form.tsx'

export type Factor = 'app' | 'backup-code'
type Props = { by: Factor; to?: string; first?: Answer }

/** The second step of signing in: the app's code, or a backup code. */
export function SecondFactorForm({ by, to, first }: Props) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <div className="grid gap-6">
      {!answer?.errors?.code && <Refused answer={answer} />}
      <Form method="post" action="/auth/two-factor" className="grid gap-5">
        <input type="hidden" name="by" value={by} />
        {to && <input type="hidden" name="to" value={to} />}
        {by === 'app' ? (
          <SixDigitsField label={<Trans>Code from your app</Trans>} answer={answer} />
        ) : (
          <Field name="code" label={<Trans>Backup code</Trans>} answer={answer} required>
            <Input
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
              className="figures h-14"
            />
          </Field>
        )}
        <Checkbox
          name="trust"
          label={<Trans>Trust this device for 30 days</Trans>}
          hint={<Trans>Only on a phone or computer that nobody else uses.</Trans>}
        />
        <Button size="large" wide busy={busy} busyText={t`Signing in...`}>
          {t`Sign In`}
        </Button>
      </Form>
    </div>
  )
}
