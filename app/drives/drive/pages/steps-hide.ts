import { campaignTexts } from '#app/drives/drive/campaign/says.ts'
import { hideSteps } from '#app/drives/drive/first-steps.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  failed: campaignTexts.notUpdated,
  run: async (_, { context, params }) => {
    await hideSteps(db, { ownerId: context.get(personContext)!.id, slug: params.slug! })
    return { go: `/fund-drive/${params.slug}/home` }
  },
})
