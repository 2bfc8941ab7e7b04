import { officeDeed } from '#app/admin/decision.server.ts'
import { says } from '#app/admin/views/package.ts'
import { closePackageForm } from '#app/admin/views/package-forms.ts'
import { closePackage } from '#app/admin/views/packages.server.ts'
import { db } from '#app/platform/db.server.ts'

export const action = officeDeed({
  form: closePackageForm,
  done: says.closed,
  failed: says.failed,
  run: ({ id, why }, by) => closePackage(db, id, { by, why }),
})
