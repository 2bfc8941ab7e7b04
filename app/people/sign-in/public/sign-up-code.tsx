import { Trans, useLingui } from '@lingui/react/macro'
import { Link, redirect } from 'react-router'
import { titled } from '#app/kit/brand.ts'
import { phoneWhole } from '#app/kit/phone.ts'
import { askedPhoneGone, askedPhoneIn } from '#app/people/accounts/cookies.server.ts'
import { phoneCodeForm } from '#app/people/accounts/forms.ts'
import { toasts } from '#app/people/accounts/people.ts'
import { PhoneCodeForm, SendCodeAgain } from '#app/people/accounts/phone-code-form.tsx'
import { codeWait, noCodeAsked, openedNow } from '#app/people/accounts/phone-codes.server.ts'
import { signUpByPhone } from '#app/people/accounts/phone-sign-in.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { withDatabase } from '#app/people/accounts/sign-in.server.ts'
import { afterSignIn, authPath } from '#app/people/accounts/way-back.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext, languageContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/sign-up-code.ts'
import { Frame } from './frame.tsx'

export async function loader({ request, context, url: { searchParams } }: Route.LoaderArgs) {
  if (context.get(personContext)) throw redirect('/', 303)
  const to = searchParams.get('to') ?? undefined
  const asked = askedPhoneIn(request)
  if (!asked?.fullName) throw redirect(authPath(to, '/auth/sign-up/phone'), 303)
  return {
    phone: asked.phone,
    fullName: asked.fullName,
    opened: openedNow(),
    wait: await codeWait(asked.phone, { address: context.get(askedContext).address, request }),
    to,
  }
}

export const action = formAction({
  form: phoneCodeForm,
  page: true,
  secret: ['code'],
  failed: toasts.signUpFailed,
  run: ({ code, to }, asking) =>
    withDatabase(async () => {
      const { fullName = '', ...asked } = askedPhoneIn(asking.request) ?? { phone: '', mark: '' }
      if (!fullName) throw noCodeAsked()
      const language = asking.context.get(languageContext)
      const { is, cookies } = await signUpByPhone(asking, { ...asked, code, fullName, language })
      const done = [...cookies, askedPhoneGone()]
      if (is === 'challenged') return { go: authPath(to, '/auth/two-factor'), cookies: done }
      return { go: afterSignIn(to), says: toasts.welcome, cookies: done }
    }),
})

/** The page also serves a number that already has an account: its code opens that account. */
export default function SignUpCode({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { phone, fullName, opened, wait } = loaderData
  const to = actionData?.typed?.to ?? loaderData.to
  return (
    <Frame
      title={<Trans>Look at your phone</Trans>}
      text={
        <Trans>
          We have texted a code to <span className="whitespace-nowrap">{phoneWhole(phone)}</span>.
        </Trans>
      }
    >
      <title>{titled(t`Code from the text`)}</title>
      <PhoneCodeForm
        action="/auth/sign-up/code"
        to={to}
        button={t`Create Account`}
        busyText={t`Creating account...`}
        first={actionData}
      />
      <SendCodeAgain
        action="/auth/sign-up/phone"
        fields={{ phone, fullName, opened, ...(to ? { to } : {}) }}
        wait={wait}
      />
      <p className="mt-6">
        <Link to={authPath(to, '/auth/sign-up/phone')} className="text-link">
          <Trans>Use another number</Trans>
        </Link>
      </p>
    </Frame>
  )
}
