import { writeAbout } from '#app/features/about/about.server.ts'
import { says } from '#app/features/about/about.ts'
import { officeDeed } from '#app/office/decision.server.ts'
import { aboutForm } from '#app/office/settings/about-forms.ts'
import { db } from '#app/platform/db.server.ts'

export const action = officeDeed({
  form: aboutForm,
  done: says.saved,
  failed: says.failed,
  run: ({ name, language, body, default: isDefault, why }, by) =>
    writeAbout(db, { name, language, body: isDefault ? null : body, by, why }),
})
