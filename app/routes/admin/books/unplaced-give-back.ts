import { data } from 'react-router'
import { returnSuspense } from '#app/features/payments/suspense.server.ts'
import { deciderIn } from '#app/features/people/confirm.server.ts'
import { unplacedOf } from '#app/office/payments/unplaced.server.ts'
import { says } from '#app/office/payments/unplaced.ts'
import { returnForm } from '#app/office/payments/unplaced-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { numberIn } from '#app/platform/request.server.ts'

export const action = deed({
  form: returnForm,
  failed: says.failed,
  secret: ['again'],
  run: async ({ again }, { context, params }) => {
    const id = numberIn(params.money)
    if (!(await unplacedOf(db, id))) throw data(null, { status: 404 })
    const done = await returnSuspense(db, id, { by: await deciderIn(db, context, again) })
    return { says: says[done] }
  },
})
