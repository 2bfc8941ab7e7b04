import { Trans, useLingui } from '@lingui/react/macro'
import { Link, redirect } from 'react-router'
import { titled } from '#app/kit/brand.ts'
import type { Answer } from '#app/kit/says.ts'
import { twoFactorForm } from '#app/people/accounts/forms.ts'
import { toasts } from '#app/people/accounts/people.ts'
import { SixDigitsField } from '#app/people/accounts/phone-code-form.tsx'
import { personContext } from '#app/people/accounts/session.server.ts'
import { isChallenged, signInWithCode, withDatabase } from '#app/people/accounts/sign-in.server.ts'
import { afterSignIn, authPath } from '#app/people/accounts/way-back.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/two-factor.ts'
import { Frame } from './frame.tsx'

export function loader({ request, context }: Route.LoaderArgs) {
  if (context.get(personContext)) throw redirect('/', 303)
  const { searchParams } = new URL(request.url)
  const to = searchParams.get('to') ?? undefined
  if (!isChallenged(request)) throw redirect(authPath(to), 303)
  const by: Factor = searchParams.get('by') === 'backup-code' ? 'backup-code' : 'app'
  return { by, to }
}

export const action = formAction({
  form: twoFactorForm,
  page: true,
  secret: ['code'],
  failed: toasts.signInFailed,
  run: (input, asking) =>
    withDatabase(async () => {
      const { cookies } = await signInWithCode(asking, input)
      return { go: afterSignIn(input.to), says: toasts.signedIn, cookies }
    }),
})

export default function TwoFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const by = (actionData?.typed?.by as Factor | undefined) ?? loaderData.by
  const to = actionData?.typed?.to ?? loaderData.to
  const other = authPath(to, '/auth/two-factor')
  return (
    <Frame
      title={<Trans>One more step</Trans>}
      text={
        by === 'app' ? (
          <Trans>Open your authenticator app and type the six digits it shows for {'{brand}'}.</Trans>
        ) : (
          <Trans>Type one of the backup codes you saved when you turned two-factor sign-in on. Each works once.</Trans>
        )
      }
    >
      <title>{titled(t`Two-factor sign-in`)}</title>
      <SecondFactorForm key={by} by={by} to={to} first={actionData} />
      <p className="mt-6">
        {by === 'app' ? (
          <Link to={`${other}${other.includes('?') ? '&' : '?'}by=backup-code`} className="text-link">
            <Trans>Use a backup code</Trans>
          </Link>
        ) : (
          <Link to={other} className="text-link">
            <Trans>Use the app</Trans>
          </Link>
        )}
      </p>
    </Frame>
  )
}

type Factor = 'app' | 'backup-code'
type Props = { by: Factor; to?: string; first?: Answer }

/** The second step of signing in: the app's code, or a backup code. */
function SecondFactorForm({ by, to, first }: Props) {
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
