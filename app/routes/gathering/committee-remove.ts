import { says } from '#app/features/committee/member.ts'
import { removeForm } from '#app/features/committee/member-forms.ts'
import { removeHelper } from '#app/features/committee/members.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { hostingIn } from './context.ts'

export const action = deed({
  form: removeForm,
  done: says.removed,
  failed: says.notRemoved,
  run: async ({ helper }, { context }) => {
    const mine = hostingIn(context)
    await removeHelper(db, mine, helper)
    return { go: `/gathering/${mine.slug}/helpers` }
  },
})
