import { officeDeed } from '#app/admin/decision.server.ts'
import { closeForeign, returnSuspense } from '#app/money/payments/suspense.server.ts'
import { db } from '#app/platform/db.server.ts'
import { actions } from '#app/platform/deed.server.ts'
import { unplacedAt } from './unplaced.server.ts'
import { unplacedTexts } from './unplaced.ts'
import { closeForm, returnForm } from './unplaced-forms.ts'

export const action = actions({
  'unplaced/:money/close': officeDeed({
    form: closeForm,
    done: unplacedTexts.closed,
    failed: unplacedTexts.failed,
    at: ({ params }) => unplacedAt(db, params.money),
    run: ({ note }, by, { id }) => closeForeign(db, id, { note, by }),
  }),
  'unplaced/:money/refund': officeDeed({
    form: returnForm,
    failed: unplacedTexts.failed,
    at: ({ params }) => unplacedAt(db, params.money),
    run: async (_, by, { id }) => ({ says: unplacedTexts[await returnSuspense(db, id, { by })] }),
  }),
})
