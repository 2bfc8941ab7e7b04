import { Trans, useLingui } from '@lingui/react/macro'
import { redirect } from 'react-router'
import { titled } from '#app/kit/brand.ts'
import { emailChangeTexts } from '#app/people/accounts/account.ts'
import { askEmailChange, changeLimits, waitingChange } from '#app/people/accounts/email-change.server.ts'
import { changeEmailForm } from '#app/people/accounts/forms.ts'
import { EmailChangeForm } from '#app/people/accounts/proof-forms.tsx'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { OneThing } from '#app/site/own-pages.tsx'
import type { Route } from './+types/email.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { id, email, hasPassword } = context.get(personContext)!
  if (!hasPassword) throw redirect('/settings/first-password?to=/settings/email', 303)
  return { email, waiting: await waitingChange(db, id) }
}

export const action = formAction({
  form: changeEmailForm,
  page: true,
  secret: ['password'],
  failed: { title: emailChangeTexts.notAsked, tone: 'bad' },
  limits: ({ email }, { context }) =>
    changeLimits(context.get(personContext)!.id, email, context.get(askedContext).address),
  run: async (typed, { context }) => {
    const person = context.get(personContext)!
    await askEmailChange(db, person, typed)
    const asked = { says: person.email ? emailChangeTexts.asked : emailChangeTexts.askedOne }
    return context.get(askedContext).byScript ? asked : { ...asked, go: '/settings' }
  },
})

export default function Email({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const title = loaderData.email ? t`Change your email address` : t`Add an email address`
  return (
    <OneThing title={title} back={{ to: '/settings', label: <Trans>Settings</Trans> }}>
      <title>{titled(title)}</title>
      <EmailChangeForm {...loaderData} first={actionData} />
    </OneThing>
  )
}
