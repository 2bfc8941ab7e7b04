import { says as twoSays } from '#app/features/audit/two-administrators.ts'
import { deciderIn } from '#app/features/people/confirm.server.ts'
import { says } from '#app/office/settings/choice.ts'
import { chooseForm } from '#app/office/settings/choice-forms.ts'
import { choose } from '#app/office/settings/choices.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: chooseForm,
  done: says.saved,
  failed: says.failed,
  secret: ['again'],
  run: async ({ name, value, default: isDefault, why, again }, { context }) => {
    const by = await deciderIn(db, context, again)
    const done = await choose(db, { name, value: isDefault ? null : value, by, why })
    return done === 'first' ? { says: twoSays.first } : {}
  },
})
