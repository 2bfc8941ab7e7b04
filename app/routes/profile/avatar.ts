import { uploadLimits } from '#app/features/people/account.server.ts'
import { avatarForm } from '#app/features/people/account-forms.ts'
import { changeAvatar } from '#app/features/people/avatar.server.ts'
import { says } from '#app/features/people/avatar.ts'
import { personContext } from '#app/features/people/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: avatarForm,
  done: { title: says.kept },
  failed: { title: says.notKept, tone: 'bad' },
  limits: (_, { context }) => uploadLimits(context.get(personContext)!.id),
  run: async ({ image }, { context }) => void (await changeAvatar(db, context.get(personContext)!.id, image)),
})
