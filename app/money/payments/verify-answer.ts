import { msg } from '@lingui/core/macro'
import { z } from 'zod'
import type { Words } from '#app/kit/says.ts'
import type { PaidForKind } from './paid-for.server.ts'
import { wordsOfPaidFor } from './paid-for.ts'
import type { Result } from './result.ts'

/** The answer to programs about a payment: the amount in shillings, the kind, and for views what was bought. Nobody's name. */
export type Verified =
  | { success: true; amount: number; type: PaidForKind; data: object }
  | { success: false; error: Words }

const verifySays = {
  unknown: msg`There is no such payment.`,
  waiting: msg`This payment is not confirmed yet. Please ask again in a moment.`,
  failed: msg`This payment was not successful.`,
  unplaced: msg`This payment arrived, but not as requested. We are looking into it.`,
}

export function verified(result: Result): Verified {
  if (result.is !== 'paid') return { success: false, error: verifySays[result.is] }
  const { kind: type, amount } = result
  const paid = { success: true as const, amount: amount / 100, type }
  return { ...paid, data: wordsOfPaidFor(type).data(result) }
}

/** The body of verify-payment. A text that is no reference of ours is answered like an unknown one. */
export const verifyForm = z.object({ reference: z.string().max(500) })
