import { addressIn } from '#app/base/audit/audit.server.ts'
import { driveContext } from '#app/drives/drive/pages/context.ts'
import { takeOff } from '#app/group/pledges/parts.server.ts'
import { giftPath, pledgeTexts } from '#app/group/pledges/pledge.ts'
import { partForm } from '#app/group/pledges/pledge-forms.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: partForm,
  done: pledgeTexts.takenOff,
  failed: pledgeTexts.notTakenOff,
  run: async ({ pledge: pledgeId, part: partId }, { context }) => {
    const { id: driveId, slug } = context.get(driveContext)
    const by = { id: context.get(personContext)!.id, address: addressIn(context) }
    await takeOff(db, { driveId, by, pledgeId, partId })
    return { go: giftPath(slug, pledgeId) }
  },
})
