import { provider } from '#app/platform/provider.server.ts'

/** The most that the provider sends to a wallet in one go, in cents. */
export const walletMax = (): number =>
  Math.max(
    0,
    ...provider()
      .capabilities()
      .payoutRails.filter(({ rail }) => rail === 'mobile_money')
      .map(({ maxCents }) => maxCents),
  )
