import { reopenForm } from '#app/office/books/break-forms.ts'
import { breakAt, reopenBreak } from '#app/office/books/breaks.server.ts'
import { says } from '#app/office/books/breaks.ts'
import { officeDeed } from '#app/office/decision.server.ts'
import { db } from '#app/platform/db.server.ts'

export const action = officeDeed({
  form: reopenForm,
  done: says.opened,
  failed: says.failed,
  at: ({ params }) => breakAt(db, params.difference),
  run: async (_, by, { id }) => ({ go: `/admin/books/differences/${await reopenBreak(db, id, { by })}` }),
})
