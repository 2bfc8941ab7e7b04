import { campaignTexts } from '#app/drives/drive/campaign/says.ts'
import { collectsForm } from '#app/drives/drive/drive-forms.ts'
import { setCollects } from '#app/drives/drive/manage.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: collectsForm,
  done: campaignTexts.updated,
  failed: campaignTexts.notUpdated,
  run: async ({ collects }, { context, params }) =>
    void (await setCollects(db, { ownerId: context.get(personContext)!.id, slug: params.slug! }, collects)),
})
