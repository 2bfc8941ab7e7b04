import type { PaidWords } from '#app/base/ledger/paid-for.ts'
import { giftWords } from '../donations/paid-for.tsx'
import { viewsWords } from '../views/paid-for.tsx'
import type { Kind } from './paid-for.server.ts'

/** What is said of each kind of payment. */
export const paidWords = { donation: giftWords, subscription: viewsWords } satisfies Record<Kind, PaidWords<never>>

export const wordsOf = (kind: Kind): PaidWords<object> => paidWords[kind] as PaidWords<object>
