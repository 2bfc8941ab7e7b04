import { says } from '#app/features/committee/member.ts'
import { removeForm } from '#app/features/committee/member-forms.ts'
import { removeHelper } from '#app/features/committee/members.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: removeForm,
  done: says.removed,
  failed: says.notRemoved,
  run: async ({ helper }, { context, params }) =>
    void (await removeHelper(db, { ownerId: context.get(personContext)!.id, slug: params.slug! }, helper)),
})
