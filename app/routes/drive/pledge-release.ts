import { releaseFor } from '#app/features/pledges/manage.server.ts'
import { says } from '#app/features/pledges/pledge.ts'
import { whichForm } from '#app/features/pledges/pledge-forms.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: whichForm,
  done: says.released,
  failed: says.notSaved,
  run: async ({ pledge }, { context, params }) => {
    await releaseFor(db, { ownerId: context.get(personContext)!.id, slug: params.slug! }, pledge)
  },
})
