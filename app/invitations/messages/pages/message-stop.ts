import { stopMessage } from '#app/invitations/messages/compose.server.ts'
import { messageTexts } from '#app/invitations/messages/message.ts'
import { hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  done: messageTexts.stopped,
  failed: messageTexts.notStopped,
  run: async (_, { context, params }) => {
    await stopMessage(db, hostingIn(context), params.id ?? '')
  },
})
