import { officeDeed } from '#app/admin/decision.server.ts'
import { closeForeign } from '#app/money/payments/suspense.server.ts'
import { db } from '#app/platform/db.server.ts'
import { unplacedAt } from './unplaced.server.ts'
import { unplacedTexts } from './unplaced.ts'
import { closeForm } from './unplaced-forms.ts'

export const action = officeDeed({
  form: closeForm,
  done: unplacedTexts.closed,
  failed: unplacedTexts.failed,
  at: ({ params }) => unplacedAt(db, params.money),
  run: ({ note }, by, { id }) => closeForeign(db, id, { note, by }),
})
