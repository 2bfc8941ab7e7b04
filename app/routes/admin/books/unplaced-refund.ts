import { returnSuspense } from '#app/money/payments/suspense.server.ts'
import { officeDeed } from '#app/office/decision.server.ts'
import { unplacedAt } from '#app/office/payments/unplaced.server.ts'
import { says } from '#app/office/payments/unplaced.ts'
import { returnForm } from '#app/office/payments/unplaced-forms.ts'
import { db } from '#app/platform/db.server.ts'

export const action = officeDeed({
  form: returnForm,
  failed: says.failed,
  at: ({ params }) => unplacedAt(db, params.money),
  run: async (_, by, { id }) => ({ says: says[await returnSuspense(db, id, { by })] }),
})
