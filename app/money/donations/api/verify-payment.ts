import { resultOf, verified, verifyForm, verifyLimits } from '#app/money/payments/result.server.ts'
import { db } from '#app/platform/db.server.ts'
import { call } from '#app/platform/http/api.server.ts'
import { askedContext, wordsContext } from '#app/platform/request.server.ts'

// POST { reference }: what became of a payment. One that failed or is still open is a true answer, so its status is 200.

export const action = call({
  form: verifyForm,
  refused: { success: false },
  limits: (_, { context }) => verifyLimits(context.get(askedContext).address),
  run: async ({ reference }, { context }) => {
    const result = await resultOf(db, reference.trim())
    const answer = verified(result)
    if (answer.success) return answer
    const error = context.get(wordsContext)._(answer.error)
    return Response.json(
      { success: false, error },
      { status: result.is === 'unknown' ? 404 : 200, headers: { 'cache-control': 'no-store' } },
    )
  },
})
