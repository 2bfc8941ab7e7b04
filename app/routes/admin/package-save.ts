import { officeDeed } from '#app/admin/decision.server.ts'
import { says } from '#app/admin/views/package.ts'
import { packageForm } from '#app/admin/views/package-forms.ts'
import { addPackage, changePackage } from '#app/admin/views/packages.server.ts'
import { db } from '#app/platform/db.server.ts'

export const action = officeDeed({
  form: packageForm,
  done: says.saved,
  failed: says.failed,
  run: ({ id, why, ...typed }, by) =>
    id ? changePackage(db, id, typed, { by, why }) : addPackage(db, typed, { by, why }),
})
