import { msg } from '@lingui/core/macro'
import type { DiscrepancyWords } from '#app/base/ledger/discrepancy.ts'
import type { Words } from '#app/kit/says.ts'

// This noun's declarations for other features: see docs/develop/decisions/0006.

const discrepancies = {
  'broken rule': {
    name: msg`A rule of the books is broken`,
    hint: msg`An hourly check found it. Nothing is corrected automatically.`,
    about: 'books',
  },
} satisfies Record<string, DiscrepancyWords>

/** The name of each job, for its operators. */
const jobs = {
  'fold-wallets': msg`Adding up what pages show`,
  'keep-balances': msg`Adding up what pages show`,
  'keep-sums': msg`Adding up what pages show`,
  'check-books': msg`Checking the books`,
} satisfies Record<string, Words>

/** This noun's declarations, for app/admin/declared.ts. */
export const ledgerDeclared = { jobs, discrepancies }

declare module '#app/base/ledger/discrepancy.ts' {
  interface DiscrepancyKinds extends Record<keyof typeof discrepancies, DiscrepancyWords> {}
}

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'fold-wallets': Record<never, never>
    'keep-balances': Record<never, never>
    'keep-sums': Record<never, never>
    'check-books': Record<never, never>
  }
}
