import { helperTexts } from '#app/invitations/helpers/member.ts'
import { removeForm } from '#app/invitations/helpers/member-forms.ts'
import { removeHelper } from '#app/invitations/helpers/members.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: removeForm,
  done: helperTexts.removed,
  failed: helperTexts.notRemoved,
  run: async ({ helper }, { context, params }) =>
    void (await removeHelper(db, { ownerId: context.get(personContext)!.id, slug: params.slug! }, helper)),
})
