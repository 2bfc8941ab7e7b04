import { Trans, useLingui } from '@lingui/react/macro'
import { Link, redirect } from 'react-router'
import { titled } from '#app/kit/brand.ts'
import type { Answer } from '#app/kit/says.ts'
import { phoneTexts } from '#app/people/accounts/account.ts'
import { askedPhoneCookie, phoneMarkOf } from '#app/people/accounts/cookies.server.ts'
import { phoneForm } from '#app/people/accounts/forms.ts'
import { askCode, codeLimits, codesAreTexted } from '#app/people/accounts/phone-codes.server.ts'
import { PhoneFields } from '#app/people/accounts/phone-fields.tsx'
import { personContext } from '#app/people/accounts/session.server.ts'
import { withDatabase } from '#app/people/accounts/sign-in.server.ts'
import { authPath } from '#app/people/accounts/way-back.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext, languageContext } from '#app/platform/request.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/phone.ts'
import { Frame } from './frame.tsx'

export function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  if (context.get(personContext)) throw redirect('/', 303)
  return { canText: codesAreTexted(), to: searchParams.get('to') ?? undefined }
}

export const action = formAction({
  form: phoneForm,
  page: true,
  failed: { title: phoneTexts.notSent, tone: 'bad' },
  limits: ({ phone }, { request, context }) =>
    codeLimits(phone, { address: context.get(askedContext).address, request }),
  run: ({ phone, to }, { request, context }) =>
    withDatabase(async () => {
      const mark = phoneMarkOf(request)
      const { id: number } = context.get(askedContext)
      await askCode(db, { phone, purpose: 'sign in', mark, language: context.get(languageContext), number })
      const cookies = [askedPhoneCookie({ mark, phone })]
      return { go: authPath(to, '/auth/phone/code'), says: phoneTexts.sent, cookies }
    }),
})

export default function Phone({ loaderData: { canText, to: asked }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const to = actionData?.typed?.to ?? asked
  return (
    <Frame
      title={<Trans>Sign in with your phone</Trans>}
      text={<Trans>We text you a code. Your account has to have the number already.</Trans>}
    >
      <title>{titled(t`Sign in with your phone`)}</title>
      {canText ? (
        <PhoneForm to={to} first={actionData} />
      ) : (
        <Notice tone="warn" title={<Trans>We can't text codes at the moment</Trans>} />
      )}
      <p className="mt-6 grid justify-items-start gap-3">
        <Link to={authPath(to, '/auth/sign-up/phone')} className="text-link">
          <Trans>Sign up with your phone</Trans>
        </Link>
        <Link to={authPath(to)} className="text-link">
          <Trans>Sign in with your email address</Trans>
        </Link>
      </p>
    </Frame>
  )
}

/** Asks for a phone number, to text a code to it. */
function PhoneForm({ to, first }: { to?: string; first?: Answer }) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <div className="grid gap-6">
      {!answer?.errors && <Refused answer={answer} />}
      <Form method="post" action="/auth/phone" className="grid gap-5">
        {to && <input type="hidden" name="to" value={to} />}
        <PhoneFields answer={answer} />
        <Button size="large" wide busy={busy} busyText={t`Sending...`}>
          <Trans>Text me a code</Trans>
        </Button>
      </Form>
    </div>
  )
}
