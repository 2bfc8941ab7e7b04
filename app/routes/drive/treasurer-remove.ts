import { personContext } from '#app/features/people/session.server.ts'
import { removeForm, says } from '#app/features/treasurers/treasurer.ts'
import { removeHelper } from '#app/features/treasurers/treasurers.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: removeForm,
  done: says.removed,
  failed: says.notRemoved,
  run: async ({ helper }, { context, params }) =>
    void (await removeHelper(db, { ownerId: context.get(personContext)!.id, slug: params.slug! }, helper)),
})
