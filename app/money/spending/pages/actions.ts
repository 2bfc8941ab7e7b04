import { driveContext } from '#app/drives/drive/pages/context.tsx'
import { changeLine, endLine } from '#app/money/spending/plan.server.ts'
import { payoutNumber, receiptLimits, undoReceipt } from '#app/money/spending/receipts.server.ts'
import { spendingTexts } from '#app/money/spending/spending.ts'
import { changeLineForm, endLineForm, undoForm } from '#app/money/spending/spending-forms.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { actions, formAction } from '#app/platform/form-action.server.ts'

const saved = { done: spendingTexts.lineSaved, failed: spendingTexts.lineNotSaved }

export const action = actions({
  'money/lines/change': formAction({
    ...saved,
    form: changeLineForm,
    limits: (_, { context }) => receiptLimits(context.get(personContext)!.id),
    run: async (typed, { context }) => void (await changeLine(db, { driveId: context.get(driveContext).id, ...typed })),
  }),
  'money/lines/end': formAction({
    ...saved,
    form: endLineForm,
    limits: (_, { context }) => receiptLimits(context.get(personContext)!.id),
    run: async ({ line, opens }, { context }) =>
      void (await endLine(db, { driveId: context.get(driveContext).id, line, opens: opens === 'on' })),
  }),
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
