import { driveContext } from '#app/drives/drive/pages/context.tsx'
import { undoReceipt } from '#app/money/spending/receipts.server.ts'
import { spendingTexts } from '#app/money/spending/spending.ts'
import { undoForm } from '#app/money/spending/spending-forms.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { type Args, actions, formAction } from '#app/platform/form-action.server.ts'

/** Returns the number of a withdrawal in an address; 0, which none has, for anything else. */
export const payoutNumber = (typed: string | undefined): number => (/^\d{1,15}$/.test(typed ?? '') ? Number(typed) : 0)

/** How often a person may add or undo receipts. */
export const receiptLimits = (_: unknown, { context }: Args) => [
  { name: 'receipts', key: context.get(personContext)!.id, times: 300, seconds: 3600 },
]

export const action = actions({
  'money/:payout/undo': formAction({
    form: undoForm,
    done: spendingTexts.undone,
    failed: spendingTexts.notUndone,
    limits: receiptLimits,
    run: async (typed, { context, params }) => {
      const { id: driveId, slug } = context.get(driveContext)
      const payout = payoutNumber(params.payout)
      await undoReceipt(db, { driveId, payout, by: context.get(personContext)!.id, ...typed })
      return { go: `/fund-drive/${slug}/money/${payout}` }
    },
  }),
})
