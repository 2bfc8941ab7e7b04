import { officeDeed } from '#app/admin/decision.server.ts'
import { db } from '#app/platform/db.server.ts'
import { says } from './package.ts'
import { closePackageForm } from './package-forms.ts'
import { closePackage } from './packages.server.ts'

export const action = officeDeed({
  form: closePackageForm,
  done: says.closed,
  failed: says.failed,
  run: ({ id, why }, by) => closePackage(db, id, { by, why }),
})
