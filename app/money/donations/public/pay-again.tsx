import { redirect } from 'react-router'
import { tryAgain } from '#app/money/mpesa/pay.server.ts'
import { payPath, promptTexts } from '#app/money/mpesa/prompt.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { visitorKey } from '#app/platform/visitor.server.ts'
import type { Route } from './+types/pay-again.ts'

export const action = formAction({
  failed: promptTexts.againFailed,
  run: async (_, { request, params: { reference = '' }, context }) => {
    const { address } = context.get(askedContext)
    await tryAgain(db, reference, { visitor: visitorKey(request, address), address })
    return { go: payPath(reference) }
  },
})

export const loader = ({ params: { reference } }: Route.LoaderArgs) => redirect(payPath(reference))
