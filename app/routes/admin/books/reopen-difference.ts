import { reopenForm } from '#app/admin/books/break-forms.ts'
import { breakAt, reopenBreak } from '#app/admin/books/breaks.server.ts'
import { says } from '#app/admin/books/breaks.ts'
import { officeDeed } from '#app/admin/decision.server.ts'
import { db } from '#app/platform/db.server.ts'

export const action = officeDeed({
  form: reopenForm,
  done: says.opened,
  failed: says.failed,
  at: ({ params }) => breakAt(db, params.difference),
  run: async (_, by, { id }) => ({ go: `/admin/books/differences/${await reopenBreak(db, id, { by })}` }),
})
