import { useProvider } from '#app/platform/provider.server.ts'
import type { Charge, FoundPayment, PaymentFacts, Provider } from '#app/platform/provider.ts'

// A provider for tests of what happens after paying: it knows of each payment what the test says.

type Said = PaymentFacts | 'missing' | 'broken' | Error

/** Payments and transfers name a provider, though most tests ask it nothing. */
export const nameProvider = () =>
  useProvider({
    capabilities: () => ({ name: 'paystack', payoutRails: [], checkoutOrigins: [] as string[] }),
  } as unknown as Provider)

/** Chooses it, and returns what it will say by reference, and how often it was asked. */
export function pretendProvider() {
  const says = new Map<string, Said>()
  const asked: string[] = []
  const verify = async (reference: string) => {
    asked.push(reference)
    const said = says.get(reference) ?? 'missing'
    if (said instanceof Error) throw said
    if (said === 'missing') return { is: 'missing' } as const
    if (said === 'broken') return { is: 'failure', class: 'retry', message: 'secret words of the provider' } as const
    return { is: 'payment', reference, ...said } as { is: 'payment' } & FoundPayment
  }
  const capabilities = () => ({ name: 'paystack' })
  useProvider({ verify, capabilities } as unknown as Provider)
  return { says, asked }
}

type Opening = Partial<Pick<Provider, 'initialize' | 'balance' | 'verify'>> & {
  minCents?: number
  maxCents?: number
  wholeShillings?: boolean
}

/** One that opens every payment at once, unless the test says otherwise, and tells which it was asked to open. */
export function openingProvider({ initialize, balance, verify, ...own }: Opening = {}) {
  const asked: Charge[] = []
  const capabilities = () => ({
    name: 'paystack',
    currency: 'KES',
    minCents: 300,
    maxCents: 100_000_000_000,
    wholeShillings: false,
    channels: ['mobile_money', 'card'],
    channelMax: {},
    payoutRails: [],
    checkoutOrigins: ['https://pay.example'],
    ...own,
  })
  useProvider({
    capabilities,
    ...(verify && { verify }),
    balance: balance ?? (async () => ({ is: 'balance', cents: 0 })),
    initialize: (charge: Charge) => {
      asked.push(charge)
      return initialize?.(charge) ?? { is: 'opened', url: `https://pay.example/${charge.reference}` }
    },
  } as unknown as Provider)
  return asked
}
