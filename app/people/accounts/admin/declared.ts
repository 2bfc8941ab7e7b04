import { msg } from '@lingui/core/macro'
import type { FactWords, NounWords } from '#app/base/audit/audit.ts'
import type { Words } from '#app/kit/says.ts'
import { roleNames } from '#app/people/accounts/account.ts'

// This noun's declarations for other features: see docs/develop/decisions/0006.

const acts = {
  'role changed': msg`Changed a role`,
  'role asked': msg`Asked for a role: needs a second administrator`,
  'email stopped': msg`The old address stopped a change of email address`,
  'restore asked': msg`Asked to restore a person: needs a second administrator`,
  'person suspended': msg`Suspended a person`,
  'person restored': msg`Restored a person`,
  'sessions ended': msg`Ended a person’s sessions`,
  'email moved': msg`Began to move a person to another email address`,
  'phone given': msg`Gave a person a new phone number`,
  'confirmation sent': msg`Sent a confirmation email`,
  'email lifted': msg`Let emails go again to an address that they came back from`,
} satisfies Record<string, Words>

const facts = {
  role: { name: msg`Role`, values: roleNames },
  suspended: { name: msg`Suspended` },
  sessions: { name: msg`Sessions` },
  mailCode: { name: msg`Answer of the mail server` },
  verified: { name: msg`Verified`, values: { yes: msg`yes`, no: msg`no` } },
} satisfies Record<string, FactWords>

const nouns = {
  person: { name: msg`People`, page: '/admin/system-users/' },
} satisfies Record<string, NounWords>

/** A description of each job, for operators. */
const jobs = {
  'mail-verify': msg`The email that confirms an address`,
  'mail-already-have-an-account': msg`The email to a person who already has an account`,
  'mail-reset-password': msg`The email for a new password`,
  'mail-email-change': msg`The email that confirms a change of address`,
  'mail-email-changed': msg`The email that an address was changed`,
  'mail-email-moves': msg`The email that an account moves, and how to stop it`,
  'move-emails': msg`Moving accounts whose waiting time is over`,
  'mail-password-changed': msg`The email about a changed password`,
  'mail-two-factor-changed': msg`The email about two-factor sign-in`,
  'mail-phone-changed': msg`The email about a phone that was added or removed`,
  'mail-address-works': msg`The email to an address that emails came back from`,
  'text-code': msg`The text with a code to a phone`,
  'sweep-codes': msg`Clearing away what is not needed any more`,
  'mail-suspended': msg`The email about a suspended account`,
  'mail-restored': msg`The email about a restored account`,
  'mail-role-changed': msg`The email about a changed role`,
  'mail-admin-made': msg`Email: a new administrator`,
  'mail-person-moved': msg`Email: an administrator moved an account`,
  'sweep-people': msg`Clearing away what is not needed any more`,
  'sweep-avatars': msg`Clearing away what is not needed any more`,
} satisfies Record<string, Words>

/** This noun's declarations, for app/admin/declared.ts. */
export const peopleDeclared = { acts, nouns, facts, jobs }

declare module '#app/base/audit/audit.ts' {
  interface Nouns extends Record<keyof typeof nouns, NounWords> {}
  interface Acts extends Record<keyof typeof acts, Words> {}
  interface FactNames extends Record<keyof typeof facts, FactWords> {}
}

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'mail-verify': { userId: string; signUpId?: string }
    'mail-already-have-an-account': { userId: string }
    'mail-reset-password': { userId: string }
    'mail-email-change': { changeId: string; side: 'old' | 'new' }
    'mail-email-changed': { changeId: string }
    'mail-email-moves': { changeId: string }
    'move-emails': Record<never, never>
    'mail-password-changed': { userId: string }
    'mail-two-factor-changed': { userId: string; on: boolean }
    'mail-phone-changed': { userId: string; tail: string; is: 'added' | 'removed' }
    'mail-address-works': { userId: string }
    'text-code': { codeId: string }
    'sweep-codes': Record<never, never>
    'mail-suspended': { userId: string }
    'mail-restored': { userId: string }
    'mail-role-changed': { userId: string; role: 'admin' | 'moderator' | 'user' }
    'mail-admin-made': { userId: string; reader?: string }
    'mail-person-moved': { userId: string; by: string; reader?: string }
    'sweep-people': Record<never, never>
    'sweep-avatars': Record<never, never>
  }
}
