import { data } from 'react-router'
import { closeForeign } from '#app/features/payments/suspense.server.ts'
import { deciderIn } from '#app/features/people/confirm.server.ts'
import { unplacedOf } from '#app/office/payments/unplaced.server.ts'
import { says } from '#app/office/payments/unplaced.ts'
import { closeForm } from '#app/office/payments/unplaced-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { numberIn } from '#app/platform/request.server.ts'

export const action = deed({
  form: closeForm,
  done: says.closed,
  failed: says.failed,
  secret: ['again'],
  run: async ({ again, note }, { context, params }) => {
    const id = numberIn(params.money)
    if (!(await unplacedOf(db, id))) throw data(null, { status: 404 })
    await closeForeign(db, id, { note, by: await deciderIn(db, context, again) })
    return undefined
  },
})
