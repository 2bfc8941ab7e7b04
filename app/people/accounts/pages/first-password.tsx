import { Trans, useLingui } from '@lingui/react/macro'
import { redirect, useSearchParams } from 'react-router'
import { titled } from '#app/kit/brand.ts'
import { againLimits, setFirstPassword } from '#app/people/accounts/account.server.ts'
import { accountTexts } from '#app/people/accounts/account.ts'
import { firstPasswordForm } from '#app/people/accounts/forms.ts'
import { ownReach } from '#app/people/accounts/people.server.ts'
import { FirstPasswordForm } from '#app/people/accounts/proof-forms.tsx'
import { personContext } from '#app/people/accounts/session.server.ts'
import { afterSignIn } from '#app/people/accounts/way-back.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { OneThing } from '#app/site/own-pages.tsx'
import type { Route } from './+types/first-password.ts'

export function loader({ context }: Route.LoaderArgs) {
  const person = context.get(personContext)!
  if (person.hasPassword) throw redirect('/settings', 303)
  return { reach: ownReach(person) }
}

export const action = formAction({
  form: firstPasswordForm,
  page: true,
  done: { title: accountTexts.passwordSet },
  failed: { title: accountTexts.passwordNotSet, tone: 'bad' },
  limits: (_, { context }) => againLimits(context.get(personContext)!.id),
  run: async ({ newPassword, to }, { context }) => {
    await setFirstPassword(db, context.get(personContext)!, newPassword)
    return { go: to ? afterSignIn(to) : '/settings' }
  },
})

/** The page for a person who signed up with a phone: a code signs them in, but withdrawals need a password. */
export default function FirstPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const [asked] = useSearchParams()
  const to = actionData?.typed?.to ?? asked.get('to') ?? undefined
  return (
    <OneThing
      title={<Trans>Set a password</Trans>}
      text={
        <Trans>
          You sign in with a code that is sent to your phone. Before you withdraw money or add an email address, choose
          a password that only you know.
        </Trans>
      }
      back={{ to: '/settings', label: <Trans>Settings</Trans> }}
    >
      <title>{titled(t`Set a password`)}</title>
      <FirstPasswordForm reach={loaderData.reach} to={to} first={actionData} />
    </OneThing>
  )
}
