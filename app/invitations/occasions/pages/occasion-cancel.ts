import { cancelOccasion } from '#app/invitations/occasions/occasion.server.ts'
import { occasionTexts } from '#app/invitations/occasions/occasion.ts'
import { cancelForm } from '#app/invitations/occasions/occasion-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { hostingIn, occasionPlace } from './context.ts'

export const action = deed({
  form: cancelForm,
  done: occasionTexts.cancelled,
  failed: occasionTexts.notCancelled,
  run: async ({ why }, { context, params }) => {
    const mine = hostingIn(context)
    await cancelOccasion(db, mine, occasionPlace(params), why)
    return { go: `/gathering/${mine.slug}/occasions` }
  },
})
