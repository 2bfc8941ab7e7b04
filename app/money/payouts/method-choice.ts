import type { PayoutWay } from './outcome.ts'
import type { MethodShown } from './payout.ts'

/** Returns the first choice: the newest method that can be used. */
export const firstChoice = (methods: MethodShown[]): string =>
  methods.find(({ usableFrom }) => !usableFrom)?.id ?? 'mobile_money'

/** Returns the chosen account: a saved one, or the kind of a new one. */
export function accountOfMethod(method: string, methods: MethodShown[]): { type: PayoutWay; operator?: string } {
  const saved = methods.find(({ id }) => id === method)
  if (saved) return saved.type === 'bank' ? { type: 'bank' } : { type: 'mobile_money', operator: saved.through }
  return { type: method === 'bank' ? 'bank' : 'mobile_money' }
}

/** Returns how money goes if nothing else is chosen. */
export const firstWay = (methods: MethodShown[]): PayoutWay => accountOfMethod(firstChoice(methods), methods).type
