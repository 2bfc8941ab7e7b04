import { releaseFor } from '#app/group/pledges/manage.server.ts'
import { pledgeTexts } from '#app/group/pledges/pledge.ts'
import { whichForm } from '#app/group/pledges/pledge-forms.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: whichForm,
  done: pledgeTexts.released,
  failed: pledgeTexts.notSaved,
  run: async ({ pledge }, { context, params }) => {
    await releaseFor(db, { ownerId: context.get(personContext)!.id, slug: params.slug! }, pledge)
  },
})
