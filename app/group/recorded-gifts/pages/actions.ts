import { besideForm } from '#app/drives/drive/drive-forms.ts'
import { campaignTexts } from '#app/drives/drive/drive-texts.ts'
import { setHidesRecorded } from '#app/drives/drive/manage.server.ts'
import { driveContext } from '#app/drives/drive/pages/context.tsx'
import { voidRecorded } from '#app/group/recorded-gifts/recorded.server.ts'
import { recordedGiftTexts } from '#app/group/recorded-gifts/recorded.ts'
import { voidForm } from '#app/group/recorded-gifts/recorded-forms.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { actions, formAction } from '#app/platform/form-action.server.ts'
import { numberIn } from '#app/platform/request.server.ts'

export const action = actions({
  'recorded/:gift/void': formAction({
    form: voidForm,
    done: recordedGiftTexts.voided,
    failed: recordedGiftTexts.notVoided,
    run: async ({ why }, { context, params }) => {
      const { id: driveId, slug } = context.get(driveContext)
      const [id, by] = [numberIn(params.gift), context.get(personContext)!.id]
      await db.transaction().execute((tx) => voidRecorded(tx, { id, driveId, by, why }))
      return { go: `/fund-drive/${slug}/recorded` }
    },
  }),
  'settings/recorded': formAction({
    form: besideForm,
    done: campaignTexts.updated,
    failed: campaignTexts.notUpdated,
    run: async ({ shows }, { context, params }) =>
      void (await setHidesRecorded(db, { ownerId: context.get(personContext)!.id, slug: params.slug! }, !shows)),
  }),
})
