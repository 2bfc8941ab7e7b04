import { data } from 'react-router'
import { deciderIn } from '#app/features/people/confirm.server.ts'
import { reopenForm } from '#app/office/books/break-forms.ts'
import { breakOf, reopenBreak } from '#app/office/books/breaks.server.ts'
import { says } from '#app/office/books/breaks.ts'
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
