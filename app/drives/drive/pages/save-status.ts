import { campaignTexts } from '#app/drives/drive/campaign/says.ts'
import { statusForm } from '#app/drives/drive/drive-forms.ts'
import { setStatus } from '#app/drives/drive/manage.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: statusForm,
  done: campaignTexts.updated,
  failed: campaignTexts.notUpdated,
  run: async ({ status }, { context, params }) =>
    void (await setStatus(db, { ownerId: context.get(personContext)!.id, slug: params.slug! }, status)),
})
