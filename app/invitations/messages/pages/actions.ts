import { tellNow } from '#app/invitations/messages/change.server.ts'
import { remindersForm, stopMessage } from '#app/invitations/messages/compose.server.ts'
import { messageTexts } from '#app/invitations/messages/message.ts'
import { saveReminders } from '#app/invitations/messages/reminders.server.ts'
import { hostingIn, occasionPlace } from '#app/invitations/occasions/pages/context.ts'
import { db } from '#app/platform/db.server.ts'
import { actions, formAction } from '#app/platform/form-action.server.ts'

export const action = actions({
  'messages/:id/stop': formAction({
    done: messageTexts.stopped,
    failed: messageTexts.notStopped,
    run: async (_, { context, params }) => {
      await stopMessage(db, hostingIn(context), params.id ?? '')
    },
  }),
  'occasions/:no/reminders': formAction({
    form: remindersForm,
    done: messageTexts.remindersSaved,
    failed: messageTexts.remindersNotSaved,
    run: async (wanted, { context, params }) => {
      await saveReminders(db, hostingIn(context), occasionPlace(params), wanted)
    },
  }),
  'occasions/:no/tell': formAction({
    failed: messageTexts.notTold,
    run: async (_, { context, params }) => {
      const { told } = await tellNow(db, hostingIn(context), occasionPlace(params))
      return { says: told > 0 ? messageTexts.told : messageTexts.nothingToTell }
    },
  }),
})
