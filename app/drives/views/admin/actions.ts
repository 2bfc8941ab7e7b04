import { officeDeed } from '#app/admin/decision.server.ts'
import { db } from '#app/platform/db.server.ts'
import { actions } from '#app/platform/deed.server.ts'
import { packageTexts } from './package.ts'
import { closePackageForm, packageForm } from './package-forms.ts'
import { addPackage, changePackage, closePackage } from './packages.server.ts'

export const action = actions({
  'settings/package/close': officeDeed({
    form: closePackageForm,
    done: packageTexts.closed,
    failed: packageTexts.failed,
    run: ({ id, why }, by) => closePackage(db, id, { by, why }),
  }),
  'settings/package': officeDeed({
    form: packageForm,
    done: packageTexts.saved,
    failed: packageTexts.failed,
    run: ({ id, why, ...typed }, by) =>
      id ? changePackage(db, id, typed, { by, why }) : addPackage(db, typed, { by, why }),
  }),
})
