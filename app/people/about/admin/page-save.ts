import { officeDeed } from '#app/admin/decision.server.ts'
import { writeAbout } from '#app/people/about/about.server.ts'
import { aboutTexts } from '#app/people/about/about.ts'
import { db } from '#app/platform/db.server.ts'
import { aboutForm } from './about-forms.ts'

export const action = officeDeed({
  form: aboutForm,
  done: aboutTexts.saved,
  failed: aboutTexts.failed,
  run: ({ name, language, body, default: isDefault, why }, by) =>
    writeAbout(db, { name, language, body: isDefault ? null : body, by, why }),
})
