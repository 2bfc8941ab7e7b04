import { householdIn, removeHousehold } from '#app/invitations/kumbukumbu/book.server.ts'
import { kumbukumbuTexts } from '#app/invitations/kumbukumbu/kumbukumbu.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'

export const action = formAction({
  done: kumbukumbuTexts.removed,
  failed: kumbukumbuTexts.notRemoved,
  run: async (_, { context, params }) => {
    await removeHousehold(db, context.get(personContext)!.id, householdIn(params))
    return { go: '/kumbukumbu' }
  },
})
