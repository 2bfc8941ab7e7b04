import { addressIn } from '#app/base/audit/audit.server.ts'
import { collectsForm } from '#app/drives/drive/drive-forms.ts'
import { campaignTexts } from '#app/drives/drive/drive-texts.ts'
import { setCollects } from '#app/drives/drive/manage.server.ts'
import { driveContext } from '#app/drives/drive/pages/context.tsx'
import { takeOff } from '#app/group/pledges/count.server.ts'
import { phoneForPledge, releaseFor } from '#app/group/pledges/manage.server.ts'
import { giftPath, phoneIs, pledgeTexts } from '#app/group/pledges/pledge.ts'
import { partForm, whichForm } from '#app/group/pledges/pledge-forms.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { actions, formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'

export const action = actions({
  'pledges/gift/remove': formAction({
    form: partForm,
    done: pledgeTexts.takenOff,
    failed: pledgeTexts.notTakenOff,
    run: async ({ pledge: pledgeId, part: partId }, { context }) => {
      const { id: driveId, slug } = context.get(driveContext)
      const by = { id: context.get(personContext)!.id, address: addressIn(context) }
      await takeOff(db, { driveId, by, pledgeId, partId })
      return { go: giftPath(slug, pledgeId) }
    },
  }),
  // Without a script the words at the top of the page give the number.
  'pledges/phone': formAction({
    form: whichForm,
    failed: pledgeTexts.notShown,
    run: async ({ pledge }, { context, params }) => {
      const { id } = context.get(personContext)!
      const by = { id, address: addressIn(context) }
      const gave = await phoneForPledge(db, { ownerId: id, slug: params.slug! }, pledge, by)
      return context.get(askedContext).byScript ? { gave } : { says: phoneIs(gave.phone) }
    },
  }),
  'pledges/release': formAction({
    form: whichForm,
    done: pledgeTexts.released,
    failed: pledgeTexts.notSaved,
    run: async ({ pledge }, { context, params }) => {
      await releaseFor(db, { ownerId: context.get(personContext)!.id, slug: params.slug! }, pledge)
    },
  }),
  'settings/collects': formAction({
    form: collectsForm,
    done: campaignTexts.updated,
    failed: campaignTexts.notUpdated,
    run: async ({ collects }, { context, params }) =>
      void (await setCollects(db, { ownerId: context.get(personContext)!.id, slug: params.slug! }, collects)),
  }),
})
