import { redirect } from 'react-router'
import { countOffered } from '#app/group/pledges/count.server.ts'
import { pledgeTexts } from '#app/group/pledges/pledge.ts'
import { Refusal } from '#app/kit/says.ts'
import { resultPath } from '#app/money/payments/giving.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { visitorKey } from '#app/platform/visitor.server.ts'
import type { Route } from './+types/pay-pledge.ts'

const pageOf = (reference: string) => `${resultPath}?reference=${encodeURIComponent(reference)}`

/** Counts a gift for the pledge that was offered, when the giver says so. */
export const action = formAction({
  done: pledgeTexts.counted,
  failed: pledgeTexts.notCounted,
  run: async (_, { request, params: { reference = '' }, context }) => {
    const visitor = visitorKey(request, context.get(askedContext).address)
    if (!(await countOffered(db, reference, visitor))) throw new Refusal(pledgeTexts.notCounted)
    return { go: pageOf(reference) }
  },
})

export const loader = ({ params: { reference } }: Route.LoaderArgs) => redirect(pageOf(reference))
