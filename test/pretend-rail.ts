import { beforeEach } from 'vitest'
import {
  type MobileMoney,
  type MobileReceipt,
  type PromptFacts,
  useMobileMoney,
} from '#app/platform/providers/mobile-money.server.ts'

// Mobile money whose every word is set by a test.

export type Sent = { account: string; cents: number; phone: string; hearAt: string; id: string }

let nr = 0
export const nextNr = (): number => ++nr

export const ended = (state: PromptFacts['state'], code = ''): PromptFacts => ({ state, code, why: null })

type Question = { receipt: string | null; hearAt: string }
type Reversal = Parameters<MobileMoney['reverse']>[0]

/** What it was sent, what it lists, and how it answers. */
export type Rail = MobileMoney & {
  sent: Sent[]
  listed: MobileReceipt[]
  pushing: (sent: Sent) => ReturnType<MobileMoney['prompt']>
  /** Questions that are answered later. */
  questions: Question[]
  asking: (question: Question) => ReturnType<MobileMoney['askBalance']>
  asked: (id: string) => PromptFacts | 'no answer'
  /** Reversals that were ordered, and how each is answered. */
  reversals: Reversal[]
  reversing: (one: Reversal) => ReturnType<MobileMoney['reverse']>
  /** What it says to our addresses for payments that nobody was asked for. */
  doors: () => Awaited<ReturnType<MobileMoney['registerUrls']>>
  doorsAt: { validation: string; confirmation: string }[]
  /** From now on it can also do this. */
  can: (own: Partial<ReturnType<MobileMoney['capabilities']>>) => void
}

/** A new one, or this one as it was when it was new. */
export const pretendRail = (rail = {} as Rail): Rail =>
  Object.assign(rail, {
    sent: [],
    listed: [],
    pushing: async ({ id }) => ({ is: 'sent', id }),
    questions: [],
    asking: async (question) => {
      rail.questions.push(question)
      return { is: 'asked', id: `AG-${nextNr()}` }
    },
    asked: () => ended('open'),
    reversals: [],
    reversing: async () => ({ is: 'taken', id: `AG-${nextNr()}` }),
    doors: () => ({ is: 'open' }),
    doorsAt: [],
    can: (own) => {
      const { capabilities } = rail
      rail.capabilities = () => ({ ...capabilities(), ...own })
    },
    capabilities: () => ({
      name: 'mpesa',
      currency: 'KES',
      minCents: 100,
      maxCents: 25_000_000,
      wholeShillings: true,
      promptSeconds: 60,
      payIn: { kind: 'paybill', number: '174379' },
      shortcodes: ['174379'],
      proves: ['query', 'list'],
      reverses: false,
      sends: null,
    }),
    prompt: async (what) => {
      const one = { ...what, id: `ws_CO_${nextNr()}` }
      rail.sent.push(one)
      return rail.pushing(one)
    },
    askPrompt: async (id) => {
      const facts = rail.asked(id)
      if (facts === 'no answer') return { is: 'failure', class: 'retry', message: 'busy' }
      return { is: 'prompt', ...facts }
    },
    list: async () => ({ is: 'receipts', receipts: rail.listed, next: null }),
    askReceipt: async ({ receipt, hearAt }) => rail.asking({ receipt, hearAt }),
    askBalance: async ({ hearAt }) => rail.asking({ receipt: null, hearAt }),
    reverse: async (one) => {
      rail.reversals.push(one)
      return rail.reversing(one)
    },
    askSent: async ({ hearAt }) => rail.asking({ receipt: null, hearAt }),
    send: async () => ({ is: 'failure', class: 'rejected', message: 'this rail sends nothing' }),
    readSent: () => ({ is: 'garbage' }),
    readAnswer: (raw) => JSON.parse(new TextDecoder().decode(raw)),
    registerUrls: async (at) => {
      rail.doorsAt.push(at)
      return rail.doors()
    },
    readPayIn: (raw) => {
      try {
        const told = JSON.parse(new TextDecoder().decode(raw))
        return told.shortcode ? { is: 'told', ...told, paidAt: new Date(told.paidAt) } : { is: 'garbage' }
      } catch {
        return { is: 'garbage' }
      }
    },
    answerPayIn: (verdict) => ({ verdict }),
    readPrompt: (raw) => {
      try {
        return { is: 'told', code: null, receipt: null, ...JSON.parse(new TextDecoder().decode(raw)) }
      } catch {
        return { is: 'garbage' }
      }
    },
  } satisfies Rail)

/** New for each test of a file, and the one that phones are asked by. */
export function railOfEachTest(): Rail {
  const rail = pretendRail()
  beforeEach(() => useMobileMoney(pretendRail(rail)))
  return rail
}

/** Of a request that was paid, as the list has it. */
export const receiptOf = ({ account, cents }: Sent, own: Partial<MobileReceipt> = {}): MobileReceipt => ({
  receipt: `SKA${String(nextNr()).padStart(7, '0')}`,
  shortcode: '174379',
  cents,
  account,
  tail: '126',
  name: 'AMINA',
  paidAt: new Date(),
  ...own,
})

/** What is posted about a request, to the secret end of its address. */
export const toldOf = (one: Sent, told: object): [token: string, body: Uint8Array] => [
  one.hearAt.split('/').at(-1)!,
  new TextEncoder().encode(JSON.stringify({ id: one.id, ...told })),
]

/** What is posted about a payment that nobody was asked for, to this address. */
export const payInOf = (at: string, told: MobileReceipt): [token: string, body: Uint8Array] => [
  at.split('/').at(-1)!,
  new TextEncoder().encode(JSON.stringify(told)),
]
