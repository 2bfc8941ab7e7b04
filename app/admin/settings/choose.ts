import { officeDeed } from '#app/admin/decision.server.ts'
import { twoAdministratorsTexts as twoSays } from '#app/base/audit/two-administrators.ts'
import { db } from '#app/platform/db.server.ts'
import { choiceTexts } from './choice.ts'
import { chooseForm } from './choice-forms.ts'
import { choose } from './choices.server.ts'

export const action = officeDeed({
  form: chooseForm,
  done: choiceTexts.saved,
  failed: choiceTexts.failed,
  run: async ({ name, value, default: isDefault, why }, by) => {
    const done = await choose(db, { name, value: isDefault ? null : value, by, why })
    return done === 'first' ? { says: twoSays.first } : {}
  },
})
