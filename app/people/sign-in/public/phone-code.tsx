import { Trans, useLingui } from '@lingui/react/macro'
import { Link, redirect } from 'react-router'
import { titled } from '#app/kit/brand.ts'
import { phoneWhole } from '#app/kit/phone.ts'
import { askedPhoneGone, askedPhoneIn } from '#app/people/accounts/cookies.server.ts'
import { phoneCodeForm } from '#app/people/accounts/forms.ts'
import { toasts } from '#app/people/accounts/people.ts'
import { PhoneCodeForm, SendCodeAgain } from '#app/people/accounts/phone-code-form.tsx'
import { codeWait, noCodeAsked } from '#app/people/accounts/phone-codes.server.ts'
import { signInByPhone } from '#app/people/accounts/phone-sign-in.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { withDatabase } from '#app/people/accounts/sign-in.server.ts'
import { afterSignIn, authPath } from '#app/people/accounts/way-back.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/phone-code.ts'
import { Frame } from './frame.tsx'

export async function loader({ request, context, url: { searchParams } }: Route.LoaderArgs) {
  if (context.get(personContext)) throw redirect('/', 303)
  const to = searchParams.get('to') ?? undefined
  const asked = askedPhoneIn(request)
  if (!asked) throw redirect(authPath(to, '/auth/phone'), 303)
  return {
    phone: asked.phone,
    wait: await codeWait(asked.phone, { address: context.get(askedContext).address, request }),
    to,
  }
}

export const action = formAction({
  form: phoneCodeForm,
  page: true,
  secret: ['code'],
  failed: toasts.signInFailed,
  run: ({ code, to }, asking) =>
    withDatabase(async () => {
      const asked = askedPhoneIn(asking.request)
      if (!asked) throw noCodeAsked()
      const { is, cookies } = await signInByPhone(asking, { ...asked, code })
      const done = [...cookies, askedPhoneGone()]
      if (is === 'challenged') return { go: authPath(to, '/auth/two-factor'), cookies: done }
      return { go: afterSignIn(to), says: toasts.signedIn, cookies: done }
    }),
})

export default function PhoneCode({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { phone, wait } = loaderData
  const to = actionData?.typed?.to ?? loaderData.to
  return (
    <Frame
      title={<Trans>Look at your phone</Trans>}
      text={
        <Trans>
          If the number <span className="whitespace-nowrap">{phoneWhole(phone)}</span> has an account here, we have
          texted it a code.
        </Trans>
      }
    >
      <title>{titled(t`Code from the text`)}</title>
      <PhoneCodeForm
        action="/auth/phone/code"
        to={to}
        button={t`Sign In`}
        busyText={t`Signing in...`}
        first={actionData}
      />
      <SendCodeAgain action="/auth/phone" fields={to ? { phone, to } : { phone }} wait={wait} />
      <p className="mt-6 grid justify-items-start gap-3">
        <span className="text-muted">
          <Trans>No text? Then this number may have no account yet.</Trans>
        </span>
        <Link to={authPath(to, '/auth/sign-up/phone')} className="text-link">
          <Trans>Sign up with your phone</Trans>
        </Link>
        <Link to={authPath(to, '/auth/phone')} className="text-link">
          <Trans>Use another number</Trans>
        </Link>
        <Link to={authPath(to)} className="text-link">
          <Trans>Sign in with your email address</Trans>
        </Link>
      </p>
    </Frame>
  )
}
