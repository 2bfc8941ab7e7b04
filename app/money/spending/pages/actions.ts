import { driveContext } from '#app/drives/drive/pages/context.tsx'
import { payoutNumber, receiptLimits, undoReceipt } from '#app/money/spending/receipts.server.ts'
import { spendingTexts } from '#app/money/spending/spending.ts'
import { undoForm } from '#app/money/spending/spending-forms.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { actions, formAction } from '#app/platform/form-action.server.ts'

export const action = actions({
  'money/:payout/undo': formAction({
    form: undoForm,
    done: spendingTexts.undone,
    failed: spendingTexts.notUndone,
    limits: (_, { context }) => receiptLimits(context.get(personContext)!.id),
    run: async (typed, { context, params }) => {
      const { id: driveId, slug } = context.get(driveContext)
      const payout = payoutNumber(params.payout)
      await undoReceipt(db, { driveId, payout, by: context.get(personContext)!.id, ...typed })
      return { go: `/fund-drive/${slug}/money/${payout}` }
    },
  }),
})
