import { officeDeed } from '#app/admin/decision.server.ts'
import { db } from '#app/platform/db.server.ts'
import { packageTexts } from './package.ts'
import { closePackageForm } from './package-forms.ts'
import { closePackage } from './packages.server.ts'

export const action = officeDeed({
  form: closePackageForm,
  done: packageTexts.closed,
  failed: packageTexts.failed,
  run: ({ id, why }, by) => closePackage(db, id, { by, why }),
})
