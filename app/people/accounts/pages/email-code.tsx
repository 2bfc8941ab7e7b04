import { Trans } from '@lingui/react/macro'
import { emailChangeTexts } from '#app/people/accounts/account.ts'
import { moveByPhone } from '#app/people/accounts/email-change.server.ts'
import { phoneCodeForm } from '#app/people/accounts/forms.ts'
import { triedLimits } from '#app/people/accounts/phone-codes.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/email-code.ts'
import { textedCode, withTextedCode } from './asked-code.server.ts'
import { CodeScreen } from './code-screen.tsx'

export const loader = (asking: Route.LoaderArgs) => textedCode(asking, '/settings/email')

export const action = formAction({
  form: phoneCodeForm,
  page: true,
  secret: ['code'],
  done: emailChangeTexts.byPhone,
  failed: { title: emailChangeTexts.notAsked, tone: 'bad' },
  limits: (_, { context }) => triedLimits(context.get(askedContext).address),
  run: ({ code }, asking) => withTextedCode(asking, (userId, asked) => moveByPhone(db, userId, { ...asked, code })),
})

export default function EmailCode({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <CodeScreen
      {...loaderData}
      first={actionData}
      back={{ to: '/settings/email', label: <Trans>Email address</Trans> }}
      action="/settings/email/code"
      again="/settings/email/phone"
      button={<Trans>Confirm the change</Trans>}
    />
  )
}
