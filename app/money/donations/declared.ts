import { msg } from '@lingui/core/macro'
import type { DiscrepancyWords } from '#app/base/ledger/discrepancy.ts'
import type { Words } from '#app/kit/says.ts'

// This noun's declarations for other features: see docs/develop/decisions/0006.

const states = {
  paid: msg({ message: 'paid', context: 'a value' }),
  failed: msg({ message: 'failed', context: 'a value' }),
  unplaced: msg({ message: 'unplaced', context: 'a value' }),
  // The old name of 'unplaced', used until November 2026: old log lines keep it.
  held: msg({ message: 'unplaced', context: 'a value' }),
  refunded: msg({ message: 'refunded', context: 'a value' }),
} satisfies Record<string, Words>

const discrepancies = {
  'gift to a drive whose owner is gone': {
    name: msg`A gift to a fund drive whose owner has left`,
    hint: msg`The payment started before they left. Nobody can withdraw it.`,
    about: 'drive',
  },
  'possible double': {
    name: msg`Possibly given twice`,
    hint: msg`The same person gave the same amount twice in a short time. Both payments are real. Ask the donor, or refund one.`,
    about: 'payment',
  },
} satisfies Record<string, DiscrepancyWords>

/** The purpose of each job, in words for those who look after it. */
const jobs = {
  'gifts-arrived': msg`Telling owners about new donations`,
  'mail-receipt': msg`The email with the receipt`,
  'mail-gift': msg`The email about a donation, to the owner`,
  'mail-gift-digest': msg`The email about several donations, to the owner`,
  'find-doubles': msg`Looking for donations given twice`,
} satisfies Record<string, Words>

/** The declarations of this noun, for app/admin/declared.ts. */
export const donationsDeclared = { states, jobs, discrepancies }

declare module '#app/base/ledger/discrepancy.ts' {
  interface DiscrepancyKinds extends Record<keyof typeof discrepancies, DiscrepancyWords> {}
}

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'gifts-arrived': { donationIds: number[] }
    'mail-receipt': { donationId: number }
    'mail-gift': { donationId: number }
    'mail-gift-digest': { driveId: string }
    'find-doubles': Record<never, never>
  }
}
