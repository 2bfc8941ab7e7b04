import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { titled } from '#app/kit/brand.ts'
import { requestReset } from '#app/people/accounts/email.server.ts'
import { emailForm } from '#app/people/accounts/forms.ts'
import { toasts } from '#app/people/accounts/people.ts'
import { mailLimits, withDatabase } from '#app/people/accounts/sign-in.server.ts'
import { EmailForm } from '#app/people/sign-in/email-form.tsx'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/forgot.ts'
import { Frame } from './frame.tsx'

export const action = formAction({
  form: emailForm,
  page: true,
  failed: toasts.mailFailed,
  limits: ({ email }, { context }) => mailLimits(email, context.get(askedContext).address),
  run: ({ email }) =>
    withDatabase(async () => {
      await requestReset(db, email)
      return { go: '/auth', says: toasts.mailSent }
    }),
})

export default function Forgot({ actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <Frame
      title={<Trans>Forgot your password?</Trans>}
      text={<Trans>Enter your email address, and we will send you a link to choose a new one.</Trans>}
    >
      <title>{titled(t`Forgot your password?`)}</title>
      <EmailForm formAction="/auth/forgot" first={actionData} />
      <p className="mt-8 text-muted text-sm [&_a]:text-link [&_a]:underline">
        <Trans>
          You can't read that mailbox any more? <Link to="/auth/phone">Sign in by phone</Link> and change the address in
          your settings, or <Link to="/about/help/write">write to support</Link>.
        </Trans>
      </p>
    </Frame>
  )
}
