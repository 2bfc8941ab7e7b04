import { z } from 'zod'
import { adminAction } from '#app/admin/decision.server.ts'
import { againField } from '#app/admin/decision-forms.ts'
import { said } from '#app/kit/says.ts'
import { closeForeign, returnSuspense } from '#app/money/payments/suspense.server.ts'
import { db } from '#app/platform/db.server.ts'
import { actions } from '#app/platform/form-action.server.ts'
import { unplacedAt } from './unplaced.server.ts'
import { unplacedTexts } from './unplaced.ts'

const returnForm = z.object({ again: againField })

const closeForm = z.object({
  note: z
    .string()
    .catch('')
    .transform((note) => note.trim())
    .pipe(z.string().min(1, said(unplacedTexts.note)).max(1000)),
  again: againField,
})

export const action = actions({
  'unplaced/:money/close': adminAction({
    form: closeForm,
    done: unplacedTexts.closed,
    failed: unplacedTexts.failed,
    at: ({ params }) => unplacedAt(db, params.money),
    run: ({ note }, by, { id }) => closeForeign(db, id, { note, by }),
  }),
  'unplaced/:money/refund': adminAction({
    form: returnForm,
    failed: unplacedTexts.failed,
    at: ({ params }) => unplacedAt(db, params.money),
    run: async (_, by, { id }) => ({ says: unplacedTexts[await returnSuspense(db, id, { by })] }),
  }),
})
