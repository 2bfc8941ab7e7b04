import { officeDeed } from '#app/admin/decision.server.ts'
import { db } from '#app/platform/db.server.ts'
import { reopenForm } from './break-forms.ts'
import { breakAt, reopenBreak } from './breaks.server.ts'
import { discrepancyTexts } from './breaks.ts'

export const action = officeDeed({
  form: reopenForm,
  done: discrepancyTexts.opened,
  failed: discrepancyTexts.failed,
  at: ({ params }) => breakAt(db, params.difference),
  run: async (_, by, { id }) => ({ go: `/admin/books/differences/${await reopenBreak(db, id, { by })}` }),
})
