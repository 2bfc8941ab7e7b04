import { recordedGiftTexts } from '#app/group/recorded-gifts/recorded.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { forgetGiven } from '#app/privacy/forget-own.server.ts'

/** Removes the giver's name from a recorded gift, at their request. */
export const action = formAction({
  done: recordedGiftTexts.forgotten,
  failed: recordedGiftTexts.notForgotten,
  limits: (_, { context }) => [
    { name: 'forget-given', key: context.get(askedContext).address, times: 300, seconds: 3600 },
  ],
  run: async (_, { params }) => {
    await forgetGiven(db, params.receipt ?? '')
    return { go: `/given/${params.receipt}` }
  },
})
