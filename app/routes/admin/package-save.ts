import { deciderIn } from '#app/features/people/confirm.server.ts'
import { says } from '#app/office/views/package.ts'
import { packageForm } from '#app/office/views/package-forms.ts'
import { addPackage, changePackage } from '#app/office/views/packages.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: packageForm,
  done: says.saved,
  failed: says.failed,
  secret: ['again'],
  run: async ({ id, why, again, ...typed }, { context }) => {
    const decided = { by: await deciderIn(db, context, again), why }
    await (id ? changePackage(db, id, typed, decided) : addPackage(db, typed, decided))
    return {}
  },
})
