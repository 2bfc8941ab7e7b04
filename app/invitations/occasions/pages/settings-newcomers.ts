import { setNewcomers } from '#app/invitations/occasions/gathering.server.ts'
import { occasionTexts } from '#app/invitations/occasions/occasion.ts'
import { newcomersForm } from '#app/invitations/occasions/occasion-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { hostingIn } from './context.ts'

export const action = deed({
  form: newcomersForm,
  done: occasionTexts.settingsSaved,
  failed: occasionTexts.notMade,
  run: async ({ newcomers }, { context }) => {
    const mine = hostingIn(context)
    await setNewcomers(db, mine, newcomers)
    return { go: `/gathering/${mine.slug}/settings` }
  },
})
