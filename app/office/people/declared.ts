import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// What this noun declares for others: see docs/decisions/0035.

export const acts = {
  'person suspended': msg`Suspended a person`,
  'person restored': msg`Restored a person`,
  'sessions ended': msg`Ended a person’s sessions`,
  'confirmation sent': msg`Sent a confirmation email`,
} satisfies Record<string, Words>

declare module '#app/features/audit/audit.ts' {
  interface Acts extends Record<keyof typeof acts, Words> {}
}
