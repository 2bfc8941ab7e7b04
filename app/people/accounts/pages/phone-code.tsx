import { Trans } from '@lingui/react/macro'
import { phoneTexts } from '#app/people/accounts/account.ts'
import { phoneCodeForm } from '#app/people/accounts/forms.ts'
import { confirmOwnPhone } from '#app/people/accounts/own-phone.server.ts'
import { triedLimits } from '#app/people/accounts/phone-codes.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/phone-code.ts'
import { textedCode, withTextedCode } from './asked-code.server.ts'
import { CodeScreen } from './code-screen.tsx'

export const loader = (asking: Route.LoaderArgs) => textedCode(asking, '/settings/phone')

export const action = formAction({
  form: phoneCodeForm,
  page: true,
  secret: ['code'],
  done: phoneTexts.confirmed,
  failed: { title: phoneTexts.notConfirmed, tone: 'bad' },
  limits: (_, { context }) => triedLimits(context.get(askedContext).address),
  run: ({ code }, asking) => withTextedCode(asking, (userId, asked) => confirmOwnPhone(db, userId, { ...asked, code })),
})

export default function PhoneCode({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <CodeScreen
      {...loaderData}
      first={actionData}
      back={{ to: '/settings/phone', label: <Trans>Your phones</Trans> }}
      action="/settings/phone/code"
      again="/settings/phone/again"
      button={<Trans>Confirm my phone</Trans>}
    />
  )
}
