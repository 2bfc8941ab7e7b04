import { data } from 'react-router'
import { reopenForm } from '#app/features/ledger/office/break-forms.ts'
import { breakOf, reopenBreak } from '#app/features/ledger/office/breaks.server.ts'
import { says } from '#app/features/ledger/office/breaks.ts'
import { deciderIn } from '#app/features/people/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { numberIn } from '#app/platform/request.server.ts'

export const action = deed({
  form: reopenForm,
  done: says.opened,
  failed: says.failed,
  secret: ['again'],
  run: async ({ again }, { context, params }) => {
    const id = numberIn(params.difference)
    if (!(await breakOf(db, id))) throw data(null, { status: 404 })
    const next = await reopenBreak(db, id, { by: await deciderIn(db, context, again) })
    return { go: `/admin/books/differences/${next}` }
  },
})
