import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'
import type { Result } from './result.ts'

/** What programs are told of a payment: the amount in shillings, the kind, and of views what was bought. Nobody's name. */
export type Verified =
  | { success: true; amount: number; type: 'donation' | 'subscription'; data: object }
  | { success: false; error: Words }

const verifySays = {
  unknown: msg`There is no such payment.`,
  waiting: msg`This payment is not confirmed yet. Please ask again in a moment.`,
  failed: msg`This payment was not successful.`,
  held: msg`This payment arrived, but not as requested. We are looking into it.`,
}

export function verified(result: Result): Verified {
  if (result.is !== 'paid') return { success: false, error: verifySays[result.is] }
  const { kind: type, amount } = result
  const paid = { success: true as const, amount: amount / 100, type }
  if (result.kind === 'donation') return { ...paid, data: {} }
  const { package: name, views, remaining } = result
  const left = remaining === null ? {} : { remaining_views: remaining }
  return { ...paid, data: { subscription_packages: { name }, package_name: name, views, ...left } }
}
