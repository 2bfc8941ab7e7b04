import { useLingui } from '@lingui/react/macro'
import { data } from 'react-router'
import { householdIn, householdOf, saveHousehold } from '#app/invitations/kumbukumbu/book.server.ts'
import { SaveHousehold } from '#app/invitations/kumbukumbu/household.tsx'
import { kumbukumbuTexts } from '#app/invitations/kumbukumbu/kumbukumbu.ts'
import { saveHouseholdForm } from '#app/invitations/kumbukumbu/kumbukumbu-forms.ts'
import { titled } from '#app/kit/brand.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import type { Route } from './+types/save.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const household = await householdOf(db, context.get(personContext)!.id, householdIn(params))
  if (!household) throw data(null, { status: 404 })
  return { household }
}

export const action = formAction({
  form: saveHouseholdForm,
  page: true,
  done: kumbukumbuTexts.saved,
  failed: kumbukumbuTexts.notSaved,
  run: async (household, { context, params }) => {
    await saveHousehold(db, context.get(personContext)!.id, { ...household, id: householdIn(params) })
    return { go: '/kumbukumbu' }
  },
})

export default function Save({ loaderData: { household }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <title>{titled(t`Change a household`)}</title>
      <SaveHousehold household={household} first={actionData} />
    </>
  )
}
