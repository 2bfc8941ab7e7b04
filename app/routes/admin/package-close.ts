import { officeDeed } from '#app/office/decision.server.ts'
import { says } from '#app/office/views/package.ts'
import { closePackageForm } from '#app/office/views/package-forms.ts'
import { closePackage } from '#app/office/views/packages.server.ts'
import { db } from '#app/platform/db.server.ts'

export const action = officeDeed({
  form: closePackageForm,
  done: says.closed,
  failed: says.failed,
  run: ({ id, why }, by) => closePackage(db, id, { by, why }),
})
