import { adminAction } from '#app/admin/decision.server.ts'
import { balanceTexts, outcomes } from '#app/money/payments/admin/balance.server.ts'
import { checkBalance } from '#app/money/payments/reconcile.server.ts'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { actions, formAction } from '#app/platform/form-action.server.ts'
import { discrepancyTexts } from './discrepancies.ts'
import { discrepancyAt, reopenDiscrepancy, reopenForm } from './discrepancies-list.server.ts'
import { checkTexts, lookThrough } from './statement.server.ts'

export const action = actions({
  compare: formAction({
    failed: balanceTexts.failed,
    // Each comparison asks the provider.
    limits: (_, { context }) => [{ name: 'compare', key: actorIn(context).id, times: 10, seconds: 60 }],
    run: async (_, { context }) => ({ says: outcomes[await checkBalance(db, actorIn(context))] }),
  }),
  'look-through': formAction({
    done: checkTexts.asked,
    failed: checkTexts.failed,
    run: async (_, { context }) => {
      await lookThrough(db, { by: actorIn(context) })
      return undefined
    },
  }),
  'differences/:discrepancy/reopen': adminAction({
    form: reopenForm,
    done: discrepancyTexts.opened,
    failed: discrepancyTexts.failed,
    at: ({ params }) => discrepancyAt(db, params.discrepancy),
    run: async (_, by, { id }) => ({ go: `/admin/books/differences/${await reopenDiscrepancy(db, id, { by })}` }),
  }),
})
