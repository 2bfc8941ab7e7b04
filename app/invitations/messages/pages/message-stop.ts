import { stopMessage } from '#app/invitations/messages/compose.server.ts'
import { says } from '#app/invitations/messages/message.ts'
import { hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  done: says.stopped,
  failed: says.notStopped,
  run: async (_, { context, params }) => {
    await stopMessage(db, hostingIn(context), params.id ?? '')
  },
})
