import { writeAbout } from '#app/features/about/about.server.ts'
import { says } from '#app/features/about/about.ts'
import { deciderIn } from '#app/features/people/confirm.server.ts'
import { aboutForm } from '#app/office/settings/about-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: aboutForm,
  done: says.saved,
  failed: says.failed,
  secret: ['again'],
  run: async ({ name, language, body, default: isDefault, why, again }, { context }) => {
    const by = await deciderIn(db, context, again)
    await writeAbout(db, { name, language, body: isDefault ? null : body, by, why })
    return {}
  },
})
