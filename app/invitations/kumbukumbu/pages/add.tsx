import { useLingui } from '@lingui/react/macro'
import { addHousehold } from '#app/invitations/kumbukumbu/book.server.ts'
import { AddHousehold } from '#app/invitations/kumbukumbu/household.tsx'
import { kumbukumbuTexts } from '#app/invitations/kumbukumbu/kumbukumbu.ts'
import { addHouseholdForm } from '#app/invitations/kumbukumbu/kumbukumbu-forms.ts'
import { titled } from '#app/kit/brand.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import type { Route } from './+types/add.ts'

export const loader = () => ({ formKey: crypto.randomUUID() as string })

export const action = formAction({
  form: addHouseholdForm,
  page: true,
  done: kumbukumbuTexts.added,
  failed: kumbukumbuTexts.notAdded,
  limits: (_, { context }) => [{ name: 'remember', key: context.get(personContext)!.id, times: 600, seconds: 3600 }],
  run: async (household, { context }) => {
    await addHousehold(db, context.get(personContext)!.id, household)
    return { go: '/kumbukumbu' }
  },
})

export default function Add({ loaderData: { formKey }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <title>{titled(t`Add a household`)}</title>
      <AddHousehold formKey={formKey} first={actionData} />
    </>
  )
}
