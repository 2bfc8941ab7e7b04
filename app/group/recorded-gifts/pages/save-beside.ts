import { campaignTexts } from '#app/drives/drive/campaign/says.ts'
import { besideForm } from '#app/drives/drive/drive-forms.ts'
import { setHidesRecorded } from '#app/drives/drive/manage.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: besideForm,
  done: campaignTexts.updated,
  failed: campaignTexts.notUpdated,
  run: async ({ shows }, { context, params }) =>
    void (await setHidesRecorded(db, { ownerId: context.get(personContext)!.id, slug: params.slug! }, !shows)),
})
