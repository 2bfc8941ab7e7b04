import { Trans, useLingui } from '@lingui/react/macro'
import { redirect } from 'react-router'
import { titled } from '#app/kit/brand.ts'
import { againLimits, changePassword } from '#app/people/accounts/account.server.ts'
import { accountTexts } from '#app/people/accounts/account.ts'
import { passwordForm } from '#app/people/accounts/forms.ts'
import { ownReach } from '#app/people/accounts/people.server.ts'
import { PasswordForm } from '#app/people/accounts/proof-forms.tsx'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { OneThing } from '#app/site/own-pages.tsx'
import type { Route } from './+types/password.ts'

export function loader({ context }: Route.LoaderArgs) {
  const person = context.get(personContext)!
  if (!person.hasPassword) throw redirect('/settings/first-password', 303)
  return { reach: ownReach(person) }
}

export const action = formAction({
  form: passwordForm,
  page: true,
  done: { title: accountTexts.passwordChanged, text: accountTexts.othersEnded },
  failed: { title: accountTexts.passwordNotChanged, tone: 'bad' },
  limits: (_, { context }) => againLimits(context.get(personContext)!.id),
  run: async (typed, { context }) => {
    await changePassword(db, context.get(personContext)!, typed)
    return context.get(askedContext).byScript ? undefined : { go: '/settings' }
  },
})

export default function Password({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <OneThing title={<Trans>Change your password</Trans>} back={{ to: '/settings', label: <Trans>Settings</Trans> }}>
      <title>{titled(t`Change your password`)}</title>
      <PasswordForm reach={loaderData.reach} first={actionData} />
    </OneThing>
  )
}
