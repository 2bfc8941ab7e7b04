import { msg } from '@lingui/core/macro'
import type { FactWords } from '#app/base/audit/audit.ts'
import type { Words } from '#app/kit/says.ts'

// This noun's declarations for other features: see docs/develop/decisions/0006.

const acts = {
  'person suspended': msg`Suspended a person`,
  'person restored': msg`Restored a person`,
  'sessions ended': msg`Ended a person’s sessions`,
  'email moved': msg`Began to move a person to another email address`,
  'phone given': msg`Gave a person a new phone number`,
  'confirmation sent': msg`Sent a confirmation email`,
} satisfies Record<string, Words>

const facts = {
  sessions: { name: msg`Sessions` },
  verified: { name: msg`Verified`, values: { yes: msg`yes`, no: msg`no` } },
} satisfies Record<string, FactWords>

/** This noun's declarations, for app/admin/declared.ts. */
export const adminPeopleDeclared = { acts, facts }

declare module '#app/base/audit/audit.ts' {
  interface Acts extends Record<keyof typeof acts, Words> {}
  interface FactNames extends Record<keyof typeof facts, FactWords> {}
}
