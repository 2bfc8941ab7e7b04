import { setContact } from '#app/invitations/occasions/gathering.server.ts'
import { occasionTexts } from '#app/invitations/occasions/occasion.ts'
import { contactForm } from '#app/invitations/occasions/occasion-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { hostingIn } from './context.ts'

export const action = deed({
  form: contactForm,
  done: occasionTexts.settingsSaved,
  failed: occasionTexts.notMade,
  run: async ({ contact }, { context }) => {
    const mine = hostingIn(context)
    await setContact(db, mine, contact)
    return { go: `/gathering/${mine.slug}/settings` }
  },
})
