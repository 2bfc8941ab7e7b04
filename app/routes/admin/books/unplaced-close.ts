import { officeDeed } from '#app/admin/decision.server.ts'
import { unplacedAt } from '#app/admin/payments/unplaced.server.ts'
import { says } from '#app/admin/payments/unplaced.ts'
import { closeForm } from '#app/admin/payments/unplaced-forms.ts'
import { closeForeign } from '#app/money/payments/suspense.server.ts'
import { db } from '#app/platform/db.server.ts'

export const action = officeDeed({
  form: closeForm,
  done: says.closed,
  failed: says.failed,
  at: ({ params }) => unplacedAt(db, params.money),
  run: ({ note }, by, { id }) => closeForeign(db, id, { note, by }),
})
