import type { Capabilities, Provider } from './provider.ts'

let chosen: Provider | undefined

/** The payment provider. Chosen once, when the house opens. */
export function provider(): Provider {
  if (!chosen) throw new Error('no payment provider was chosen')
  return chosen
}

export function useProvider(one: Provider): void {
  chosen = one
}

/** Where forms of ours may lead besides ourselves: a form that starts a payment ends at the provider's page. */
export const checkoutOrigins = (): string[] => chosen?.capabilities().checkoutOrigins ?? []

/** How money can be sent to owners, and how much at once. */
export const payoutRails = (): Capabilities['payoutRails'] => chosen?.capabilities().payoutRails ?? []
