import { askBalance } from '#app/money/mpesa/balance.server.ts'
import { balanceTexts as balanceSays } from '#app/money/payments/admin/balance.server.ts'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { railTexts } from './rail.ts'

export const action = formAction({
  failed: balanceSays.failed,
  limits: (_, { context }) => [{ name: 'compare', key: actorIn(context).id, times: 10, seconds: 60 }],
  run: async (_, { context }) => ({
    says: (await askBalance(db, actorIn(context))) ? railTexts.asked : railTexts.notAsked,
  }),
})
