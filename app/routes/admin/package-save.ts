import { officeDeed } from '#app/office/decision.server.ts'
import { says } from '#app/office/views/package.ts'
import { packageForm } from '#app/office/views/package-forms.ts'
import { addPackage, changePackage } from '#app/office/views/packages.server.ts'
import { db } from '#app/platform/db.server.ts'

export const action = officeDeed({
  form: packageForm,
  done: says.saved,
  failed: says.failed,
  run: ({ id, why, ...typed }, by) =>
    id ? changePackage(db, id, typed, { by, why }) : addPackage(db, typed, { by, why }),
})
