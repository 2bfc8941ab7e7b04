import type { PaidWords } from '#app/base/ledger/paid-for.ts'
import { viewsWords } from '#app/drives/views/paid-for.tsx'
import { giftWords } from '#app/money/donations/paid-for.tsx'
import type { Kind } from './paid-for.server.ts'

/** What is said of each kind of payment. */
export const paidWords = { donation: giftWords, subscription: viewsWords } satisfies Record<Kind, PaidWords<never>>

export const wordsOf = (kind: Kind): PaidWords<object> => paidWords[kind] as PaidWords<object>
