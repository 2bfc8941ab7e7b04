import { stopMessage } from '#app/invitations/messages/compose.server.ts'
import { messageTexts } from '#app/invitations/messages/message.ts'
import { hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'

export const action = formAction({
  done: messageTexts.stopped,
  failed: messageTexts.notStopped,
  run: async (_, { context, params }) => {
    await stopMessage(db, hostingIn(context), params.id ?? '')
  },
})
