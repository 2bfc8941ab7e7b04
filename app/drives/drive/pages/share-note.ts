import { campaignTexts } from '#app/drives/drive/campaign/says.ts'
import { noteShare } from '#app/drives/drive/first-steps.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

/** The owner pressed a way to share: it counts towards the first steps. */
export const action = deed({
  failed: campaignTexts.notUpdated,
  limits: (_, { context }) => [{ name: 'share-note', key: context.get(personContext)!.id, times: 200, seconds: 3600 }],
  run: async (_, { context, params }) =>
    void (await noteShare(db, { ownerId: context.get(personContext)!.id, slug: params.slug! })),
})
