import { hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { wrapUpTexts } from '#app/invitations/wrap-up/after.ts'
import { postGone } from '#app/invitations/wrap-up/after-forms.ts'
import { removePost } from '#app/invitations/wrap-up/posts.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: postGone,
  done: wrapUpTexts.postRemoved,
  failed: wrapUpTexts.postNotRemoved,
  limits: (_, { context }) => [{ name: 'remove-post', key: context.get(personContext)!.id, times: 120, seconds: 3600 }],
  run: async ({ post }, { context }) => void (await removePost(db, hostingIn(context), post)),
})
