import type { PaidWords } from '#app/base/ledger/paid-for.ts'
import { viewsWords } from '#app/drives/views/paid-for.tsx'
import { giftWords } from '#app/money/donations/paid-for.tsx'
import type { PaidForKind } from './paid-for.server.ts'

/** The words of each kind of payment. */
export const paidForWords = { donation: giftWords, subscription: viewsWords } satisfies Record<
  PaidForKind,
  PaidWords<never>
>

export const wordsOfPaidFor = (kind: PaidForKind): PaidWords<object> => paidForWords[kind] as PaidWords<object>
