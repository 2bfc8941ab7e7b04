import { Trans, useLingui } from '@lingui/react/macro'
import { data } from 'react-router'
import { titled } from '#app/kit/brand.ts'
import type { Answer } from '#app/kit/says.ts'
import { resetPassword } from '#app/people/accounts/account.server.ts'
import { resetForm } from '#app/people/accounts/forms.ts'
import { linkIsGood } from '#app/people/accounts/links.server.ts'
import { NewPassword } from '#app/people/accounts/new-password.tsx'
import { toasts } from '#app/people/accounts/people.ts'
import { resetLimits, withDatabase } from '#app/people/accounts/sign-in.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/reset.ts'
import { Frame, LinkOver } from './frame.tsx'

export async function loader({ request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const good = await linkIsGood(db, 'reset-password', token)
  return data({ token, good }, { status: good ? 200 : 410 })
}

export const action = formAction({
  form: resetForm,
  page: true,
  secret: ['token'],
  failed: toasts.resetFailed,
  limits: (_, { context }) => resetLimits(context.get(askedContext).address),
  run: ({ token, password }, { context }) =>
    withDatabase(async () => {
      await resetPassword(db, token, password, context.get(askedContext).address)
      return { go: '/auth', says: toasts.passwordReset }
    }),
})

export default function Reset({ loaderData: { token, good }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  if (!good || actionData?.errors?.token) return <Over />
  return (
    <Frame
      title={<Trans>Choose a new password</Trans>}
      text={<Trans>Everyone who is signed in to your account will be signed out.</Trans>}
    >
      <title>{titled(t`Choose a new password`)}</title>
      <ResetForm token={token} first={actionData} />
    </Frame>
  )
}

const Over = () => (
  <LinkOver text={<Trans>It was used already, or it is more than an hour old. You can send yourself a new one.</Trans>}>
    <LinkButton to="/auth/forgot" size="large">
      <Trans>Send a new link</Trans>
    </LinkButton>
  </LinkOver>
)

/** The form for a new password, with the token of a mailed link. */
function ResetForm({ token, first }: { token: string; first?: Answer }) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <div className="grid gap-6">
      <Refused answer={answer} />
      <Form method="post" action={`/auth/reset?token=${encodeURIComponent(token)}`} className="grid gap-5">
        <input type="hidden" name="token" value={token} />
        <NewPassword label={<Trans>New password</Trans>} answer={answer} />
        <Button size="large" wide busy={busy} busyText={t`Saving...`}>
          {t`Change password`}
        </Button>
      </Form>
    </div>
  )
}
