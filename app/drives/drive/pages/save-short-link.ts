import { campaignTexts } from '#app/drives/drive/campaign/says.ts'
import { shortNameForm } from '#app/drives/drive/drive-forms.ts'
import { setShortName } from '#app/drives/drive/short-name.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: shortNameForm,
  done: campaignTexts.updated,
  failed: campaignTexts.notUpdated,
  limits: (_, { context }) => [{ name: 'short-link', key: context.get(personContext)!.id, times: 60, seconds: 3600 }],
  run: async ({ name }, { context, params }) =>
    void (await setShortName(db, { ownerId: context.get(personContext)!.id, slug: params.slug! }, name)),
})
