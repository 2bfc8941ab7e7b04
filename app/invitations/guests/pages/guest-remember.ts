import { kumbukumbuTexts } from '#app/invitations/kumbukumbu/kumbukumbu.ts'
import { rememberForm } from '#app/invitations/kumbukumbu/kumbukumbu-forms.ts'
import { rememberGuest } from '#app/invitations/kumbukumbu/remember.server.ts'
import { guestPlace, hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: rememberForm,
  done: kumbukumbuTexts.remembered,
  failed: kumbukumbuTexts.notAdded,
  limits: (_, { context }) => [{ name: 'remember', key: context.get(personContext)!.id, times: 600, seconds: 3600 }],
  run: async ({ words }, { context, params }) => {
    const { id, go } = guestPlace(context, params)
    await rememberGuest(db, hostingIn(context), id, words)
    return { go }
  },
})
