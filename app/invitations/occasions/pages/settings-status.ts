import { setStatus } from '#app/invitations/occasions/gathering.server.ts'
import { occasionTexts } from '#app/invitations/occasions/occasion.ts'
import { statusForm } from '#app/invitations/occasions/occasion-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { hostingIn } from './context.ts'

export const action = deed({
  form: statusForm,
  done: occasionTexts.settingsSaved,
  failed: occasionTexts.notMade,
  run: async ({ status }, { context }) => {
    const mine = hostingIn(context)
    await setStatus(db, mine, status)
    return { go: `/gathering/${mine.slug}/settings` }
  },
})
