import { uploadLimits } from '#app/people/accounts/account.server.ts'
import { avatarTexts } from '#app/people/accounts/account.ts'
import { changeAvatar, removeAvatar } from '#app/people/accounts/avatar.server.ts'
import { avatarForm } from '#app/people/accounts/forms.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { actions, formAction } from '#app/platform/form-action.server.ts'

export const action = actions({
  avatar: formAction({
    form: avatarForm,
    done: { title: avatarTexts.kept },
    failed: { title: avatarTexts.notKept, tone: 'bad' },
    limits: (_, { context }) => uploadLimits(context.get(personContext)!.id),
    run: async ({ image }, { context }) => void (await changeAvatar(db, context.get(personContext)!.id, image)),
  }),
  'avatar/remove': formAction({
    done: { title: avatarTexts.removed },
    failed: { title: avatarTexts.notRemoved, tone: 'bad' },
    run: async (_, { context }) => void (await removeAvatar(db, context.get(personContext)!.id)),
  }),
})
