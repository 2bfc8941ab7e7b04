import { driveContext } from '#app/drives/drive/pages/context.ts'
import { cancelRequest } from '#app/money/payouts/decide.server.ts'
import { payoutTexts } from '#app/money/payouts/payout.ts'
import { cancelForm } from '#app/money/payouts/payout-forms.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: cancelForm,
  done: payoutTexts.cancelled,
  failed: payoutTexts.cancelFailed,
  run: async ({ request }, { context }) => {
    await cancelRequest(db, request, { driveId: context.get(driveContext).id, by: context.get(personContext)!.id })
    return {}
  },
})
