import { msg } from '@lingui/core/macro'
import type { DiscrepancyWords } from '#app/base/ledger/discrepancy.ts'
import type { Words } from '#app/kit/says.ts'

// This noun's declarations for other features: see docs/develop/decisions/0006.

const discrepancies = {
  'much recorded on a day': {
    name: msg`Many gifts recorded on one day`,
    hint: msg`More than KSH 500,000 was recorded for one fund drive today. None of it passed through us. Ask its organiser where it is from.`,
    about: 'drive',
  },
  'more recorded than raised': {
    name: msg`Far more recorded than raised`,
    hint: msg`More than five times what came through us was recorded. Visitors see both sums. Ask its organiser where it is from.`,
    about: 'drive',
  },
  'a code recorded twice': {
    name: msg`One M-Pesa code typed for two fund drives`,
    hint: msg`It is recorded for the one; for the other it was refused. Find out whose money it was.`,
    about: 'drive',
  },
} satisfies Record<string, DiscrepancyWords>

/** The name of each job, for its operators. */
const jobs = {
  'mail-recorded-voided': msg`The email about a recorded gift whose money came through us`,
} satisfies Record<string, Words>

/** This noun's declarations, for app/admin/declared.ts. */
export const recordedDeclared = { jobs, discrepancies }

declare module '#app/base/ledger/discrepancy.ts' {
  interface DiscrepancyKinds extends Record<keyof typeof discrepancies, DiscrepancyWords> {}
}

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'mail-recorded-voided': { recordedId: number; reader?: string }
  }
}
