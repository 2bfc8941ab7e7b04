import { campaignTexts } from '#app/drives/drive/campaign/says.ts'
import { focusForm } from '#app/drives/drive/drive-forms.ts'
import { setFocus } from '#app/drives/drive/manage.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: focusForm,
  done: campaignTexts.updated,
  failed: campaignTexts.notUpdated,
  limits: (_, { context }) => [{ name: 'focus', key: context.get(personContext)!.id, times: 300, seconds: 3600 }],
  run: async (asked, { context, params }) =>
    void (await setFocus(db, { ownerId: context.get(personContext)!.id, slug: params.slug! }, asked)),
})
