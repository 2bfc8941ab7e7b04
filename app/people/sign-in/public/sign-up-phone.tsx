import { Trans, useLingui } from '@lingui/react/macro'
import { Link, redirect } from 'react-router'
import { titled } from '#app/kit/brand.ts'
import type { Answer } from '#app/kit/says.ts'
import { phoneTexts } from '#app/people/accounts/account.ts'
import { askedPhoneCookie, phoneMarkOf } from '#app/people/accounts/cookies.server.ts'
import { signUpPhoneForm } from '#app/people/accounts/forms.ts'
import { fullNameMax } from '#app/people/accounts/people.ts'
import { askCode, codeLimits, codesAreTexted, openedNow, takeOpened } from '#app/people/accounts/phone-codes.server.ts'
import { PhoneFields } from '#app/people/accounts/phone-fields.tsx'
import { personContext } from '#app/people/accounts/session.server.ts'
import { withDatabase } from '#app/people/accounts/sign-in.server.ts'
import { authPath } from '#app/people/accounts/way-back.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext, languageContext } from '#app/platform/request.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/sign-up-phone.ts'
import { Frame } from './frame.tsx'

export function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  if (context.get(personContext)) throw redirect('/', 303)
  return { canText: codesAreTexted(), opened: openedNow(), to: searchParams.get('to') ?? undefined }
}

export const action = formAction({
  form: signUpPhoneForm,
  page: true,
  failed: { title: phoneTexts.notSent, tone: 'bad' },
  limits: ({ phone }, { request, context }) =>
    codeLimits(phone, { address: context.get(askedContext).address, request }),
  run: ({ phone, fullName, to, opened }, { request, context }) =>
    withDatabase(async () => {
      await takeOpened(opened)
      const mark = phoneMarkOf(request)
      const asker = { language: context.get(languageContext), number: context.get(askedContext).id }
      await askCode(db, { phone, purpose: 'sign up', mark, ...asker })
      const cookies = [askedPhoneCookie({ mark, phone, fullName })]
      return { go: authPath(to, '/auth/sign-up/code'), says: phoneTexts.sentToOwn, cookies }
    }),
})

export default function SignUpPhone({ loaderData: { canText, opened, to: asked }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const to = actionData?.typed?.to ?? asked
  return (
    <Frame
      title={<Trans>Sign up with your phone</Trans>}
      text={<Trans>Your name and your number are enough. We text you a code.</Trans>}
    >
      <title>{titled(t`Sign up with your phone`)}</title>
      {canText ? (
        <SignUpPhoneForm opened={opened} to={to} first={actionData} />
      ) : (
        <Notice tone="warn" title={<Trans>We can't text codes at the moment</Trans>} />
      )}
      <p className="mt-6">
        <Link to={`/auth?tab=sign-up${to ? `&to=${encodeURIComponent(to)}` : ''}`} className="text-link">
          <Trans>Sign up with your email address</Trans>
        </Link>
      </p>
    </Frame>
  )
}

/** The two fields that an account with a phone needs. */
function SignUpPhoneForm({ to, opened, first }: { to?: string | undefined; opened: string; first?: Answer }) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <div className="grid gap-6">
      {!answer?.errors && <Refused answer={answer} />}
      <Form method="post" action="/auth/sign-up/phone" className="grid gap-5">
        <input type="hidden" name="opened" value={answer?.typed?.opened ?? opened} />
        {to && <input type="hidden" name="to" value={to} />}
        <Field name="fullName" label={<Trans>Full Name</Trans>} answer={answer} required>
          <Input autoComplete="name" autoCapitalize="words" maxLength={fullNameMax} />
        </Field>
        <PhoneFields answer={answer} />
        <Button size="large" wide busy={busy} busyText={t`Sending...`}>
          <Trans>Text me a code</Trans>
        </Button>
      </Form>
    </div>
  )
}
