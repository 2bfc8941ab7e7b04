import { saveReminders } from '#app/invitations/messages/choices.server.ts'
import { messageTexts } from '#app/invitations/messages/message.ts'
import { remindersForm } from '#app/invitations/messages/message-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { hostingIn, occasionPlace } from './context.ts'

export const action = deed({
  form: remindersForm,
  done: messageTexts.remindersSaved,
  failed: messageTexts.remindersNotSaved,
  run: async (wanted, { context, params }) => {
    await saveReminders(db, hostingIn(context), occasionPlace(params), wanted)
  },
})
