import { officeDeed } from '#app/admin/decision.server.ts'
import { returnSuspense } from '#app/money/payments/suspense.server.ts'
import { db } from '#app/platform/db.server.ts'
import { unplacedAt } from './unplaced.server.ts'
import { unplacedTexts } from './unplaced.ts'
import { returnForm } from './unplaced-forms.ts'

export const action = officeDeed({
  form: returnForm,
  failed: unplacedTexts.failed,
  at: ({ params }) => unplacedAt(db, params.money),
  run: async (_, by, { id }) => ({ says: unplacedTexts[await returnSuspense(db, id, { by })] }),
})
