import { Trans, useLingui } from '@lingui/react/macro'
import { titled } from '#app/kit/brand.ts'
import { saveProfile } from '#app/people/accounts/account.server.ts'
import { accountTexts } from '#app/people/accounts/account.ts'
import { profileForm } from '#app/people/accounts/forms.ts'
import { ownReach } from '#app/people/accounts/people.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { ProfileForm } from '#app/people/profile/profile-form.tsx'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { OneThing } from '#app/site/own-pages.tsx'
import type { Route } from './+types/save.ts'

export function loader({ context }: Route.LoaderArgs) {
  const person = context.get(personContext)!
  const { fullName, username, email } = person
  return { fullName, username, reach: ownReach(person), hasEmail: email !== null }
}

export const action = formAction({
  form: profileForm,
  page: true,
  done: { title: accountTexts.saved },
  failed: { title: accountTexts.notSaved, tone: 'bad' },
  run: async (typed, { context }) => {
    await saveProfile(db, context.get(personContext)!.id, typed)
    return context.get(askedContext).byScript ? undefined : { go: '/profile' }
  },
})

export default function Save({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <OneThing title={<Trans>Your details</Trans>} back={{ to: '/profile', label: <Trans>Profile</Trans> }}>
      <title>{titled(t`Your details`)}</title>
      <ProfileForm {...loaderData} first={actionData} />
    </OneThing>
  )
}
