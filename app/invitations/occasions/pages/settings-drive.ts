import { setDrive } from '#app/invitations/occasions/gathering.server.ts'
import { occasionTexts } from '#app/invitations/occasions/occasion.ts'
import { driveForm } from '#app/invitations/occasions/occasion-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { hostingIn } from './context.ts'

export const action = deed({
  form: driveForm,
  done: occasionTexts.settingsSaved,
  failed: occasionTexts.notMade,
  run: async ({ drive }, { context }) => {
    const mine = hostingIn(context)
    await setDrive(db, mine, drive)
    return { go: `/gathering/${mine.slug}/settings` }
  },
})
