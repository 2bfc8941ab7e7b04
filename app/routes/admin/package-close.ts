import { deciderIn } from '#app/features/people/confirm.server.ts'
import { says } from '#app/office/views/package.ts'
import { closePackageForm } from '#app/office/views/package-forms.ts'
import { closePackage } from '#app/office/views/packages.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: closePackageForm,
  done: says.closed,
  failed: says.failed,
  secret: ['again'],
  run: async ({ id, why, again }, { context }) => {
    await closePackage(db, id, { by: await deciderIn(db, context, again), why })
    return {}
  },
})
