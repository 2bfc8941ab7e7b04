import { Trans, useLingui } from '@lingui/react/macro'
import { titled } from '#app/kit/brand.ts'
import { joiningIn } from '#app/people/accounts/cookies.server.ts'
import { resendConfirmation } from '#app/people/accounts/email.server.ts'
import { emailForm } from '#app/people/accounts/forms.ts'
import { toasts } from '#app/people/accounts/people.ts'
import { mailLimits, withDatabase } from '#app/people/accounts/sign-in.server.ts'
import { EmailForm } from '#app/people/sign-in/email-form.tsx'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/resend.ts'
import { Frame } from './frame.tsx'

export const action = formAction({
  form: emailForm,
  page: true,
  failed: toasts.mailFailed,
  limits: ({ email }, { context }) => mailLimits(email, context.get(askedContext).address),
  run: ({ email }, { request }) =>
    withDatabase(async () => {
      await resendConfirmation(db, email, joiningIn(request)?.mark)
      return { go: '/auth', says: toasts.mailSent }
    }),
})

export default function Resend({ actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <Frame
      title={<Trans>Confirm your email address</Trans>}
      text={<Trans>The email did not arrive, or its link has expired? We will send you a new one.</Trans>}
    >
      <title>{titled(t`Confirm your email address`)}</title>
      <EmailForm formAction="/auth/resend" first={actionData} />
    </Frame>
  )
}
