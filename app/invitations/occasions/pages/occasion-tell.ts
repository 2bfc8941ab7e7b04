import { tellNow } from '#app/invitations/messages/change.server.ts'
import { messageTexts } from '#app/invitations/messages/message.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { hostingIn, occasionPlace } from './context.ts'

export const action = deed({
  failed: messageTexts.notTold,
  run: async (_, { context, params }) => {
    const { told } = await tellNow(db, hostingIn(context), occasionPlace(params))
    return { says: told > 0 ? messageTexts.told : messageTexts.nothingToTell }
  },
})
