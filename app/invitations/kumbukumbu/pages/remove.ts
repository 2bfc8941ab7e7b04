import { removeHousehold } from '#app/invitations/kumbukumbu/book.server.ts'
import { kumbukumbuTexts } from '#app/invitations/kumbukumbu/kumbukumbu.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { householdIn } from './household.ts'

export const action = deed({
  done: kumbukumbuTexts.removed,
  failed: kumbukumbuTexts.notRemoved,
  run: async (_, { context, params }) => {
    await removeHousehold(db, context.get(personContext)!.id, householdIn(params))
    return { go: '/kumbukumbu' }
  },
})
