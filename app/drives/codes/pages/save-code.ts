import { addressIn } from '#app/base/audit/audit.server.ts'
import { setWord } from '#app/drives/codes/codes.server.ts'
import { wordForm } from '#app/drives/codes/word.ts'
import { campaignTexts } from '#app/drives/drive/drive-texts.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'

export const action = formAction({
  form: wordForm,
  done: campaignTexts.updated,
  failed: campaignTexts.notUpdated,
  limits: (_, { context }) => [{ name: 'word', key: context.get(personContext)!.id, times: 60, seconds: 3600 }],
  run: async ({ word }, { context, params }) => {
    const { id } = context.get(personContext)!
    await setWord(db, { ownerId: id, slug: params.slug! }, word, { id, address: addressIn(context) })
  },
})
