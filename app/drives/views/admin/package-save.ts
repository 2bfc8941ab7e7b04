import { officeDeed } from '#app/admin/decision.server.ts'
import { db } from '#app/platform/db.server.ts'
import { packageTexts } from './package.ts'
import { packageForm } from './package-forms.ts'
import { addPackage, changePackage } from './packages.server.ts'

export const action = officeDeed({
  form: packageForm,
  done: packageTexts.saved,
  failed: packageTexts.failed,
  run: ({ id, why, ...typed }, by) =>
    id ? changePackage(db, id, typed, { by, why }) : addPackage(db, typed, { by, why }),
})
