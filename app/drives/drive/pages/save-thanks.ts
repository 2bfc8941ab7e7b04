import { thanksForm } from '#app/drives/drive/campaign/campaign-forms.ts'
import { campaignTexts } from '#app/drives/drive/campaign/says.ts'
import { setThanks } from '#app/drives/drive/manage.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: thanksForm,
  done: campaignTexts.updated,
  failed: campaignTexts.notUpdated,
  run: async ({ thanks }, { context, params }) =>
    void (await setThanks(db, { ownerId: context.get(personContext)!.id, slug: params.slug! }, thanks)),
})
