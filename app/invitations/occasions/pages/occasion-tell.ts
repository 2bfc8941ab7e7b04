import { tellNow } from '#app/invitations/messages/change.server.ts'
import { says } from '#app/invitations/messages/message.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { hostingIn, occasionPlace } from './context.ts'

export const action = deed({
  failed: says.notTold,
  run: async (_, { context, params }) => {
    const { told } = await tellNow(db, hostingIn(context), occasionPlace(params))
    return { says: told > 0 ? says.told : says.nothingToTell }
  },
})
