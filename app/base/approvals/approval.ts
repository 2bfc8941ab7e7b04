import { msg } from '@lingui/core/macro'
import type { ActName, Facts, Noun } from '#app/base/audit/audit.ts'
import type { Says, Words } from '#app/kit/says.ts'

// A second person agrees before something happens: today the second of two administrators.

type ApprovalKind = { act: ActName; noun: Noun; wanted: (value: string) => Facts }

/** Each kind of decision that is stored for a second person, and its line in the audit log. */
export const approvalKinds = {
  role: { act: 'role asked', noun: 'person', wanted: (role) => ({ role }) },
  restore: { act: 'restore asked', noun: 'person', wanted: () => ({ suspended: false }) },
  setting: { act: 'setting asked', noun: 'setting', wanted: (value) => ({ value }) },
  unplaced: {
    act: 'suspense asked',
    noun: 'suspense',
    // The way is onto a drive, or back: the log names a drive by its title.
    wanted: (way) => (way.startsWith('on ') ? { drive: way.slice('on '.length) } : { way }),
  },
  statement: { act: 'statement asked', noun: 'statement', wanted: () => ({}) },
  institution: { act: 'institution asked', noun: 'institution', wanted: () => ({}) },
} satisfies Record<string, ApprovalKind>

export const approvalTexts = {
  first: {
    title: msg`Your approval is saved: 1 of 2`,
    text: msg`Another administrator must make the same decision within 7 days. All administrators get an email.`,
  },
  askedAlready: msg`You have approved this already. Another administrator has to approve it, too.`,
  madeByTheOther: msg`You and the first administrator can’t decide this together: one of you made the other an administrator less than 7 days ago. A third one has to.`,
} satisfies Record<string, Words | Says>

// This noun's declarations for other features: see docs/develop/decisions/0006. Acts of the audit log are declared by the nouns that ask.

/** The name of each job, for its operators. */
const jobs = {
  'mail-second-needed': msg`Email: a second administrator is needed`,
} satisfies Record<string, Words>

/** Collected by app/admin/declared.ts. */
export const approvalsDeclared = { jobs }

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'mail-second-needed': { proposalId: number; reader?: string }
  }
}
