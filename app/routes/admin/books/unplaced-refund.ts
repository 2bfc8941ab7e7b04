import { officeDeed } from '#app/admin/decision.server.ts'
import { unplacedAt } from '#app/admin/payments/unplaced.server.ts'
import { says } from '#app/admin/payments/unplaced.ts'
import { returnForm } from '#app/admin/payments/unplaced-forms.ts'
import { returnSuspense } from '#app/money/payments/suspense.server.ts'
import { db } from '#app/platform/db.server.ts'

export const action = officeDeed({
  form: returnForm,
  failed: says.failed,
  at: ({ params }) => unplacedAt(db, params.money),
  run: async (_, by, { id }) => ({ says: says[await returnSuspense(db, id, { by })] }),
})
