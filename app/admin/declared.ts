import { adminJobsDeclared } from '#app/admin/jobs/declared.ts'
import { adminSettingsDeclared } from '#app/admin/settings/choice.ts'
import { approvalsDeclared } from '#app/base/approvals/approval.ts'
import type { ActName, FactName, FactWords, Noun, NounWords } from '#app/base/audit/audit.ts'
import { auditDeclared } from '#app/base/audit/declared.ts'
import { ledgerDeclared } from '#app/base/ledger/declared.ts'
import type { DiscrepancyKind, DiscrepancyWords } from '#app/base/ledger/discrepancy.ts'
import { picturesDeclared } from '#app/base/pictures/declared.ts'
import { beneficiaryDeclared } from '#app/drives/beneficiary/beneficiary.ts'
import { codesDeclared } from '#app/drives/codes/code.ts'
import { commentsDeclared } from '#app/drives/comments/admin/declared.ts'
import { drivesDeclared } from '#app/drives/drive/admin/declared.ts'
import { papersDeclared } from '#app/drives/papers/admin/declared.ts'
import { supportDeclared } from '#app/drives/support/admin/declared.ts'
import { updatesDeclared } from '#app/drives/updates/update.ts'
import { viewsDeclared } from '#app/drives/views/admin/declared.ts'
import { visitsDeclared } from '#app/drives/visits/declared.ts'
import { pastedListsDeclared } from '#app/group/pasted-lists/pasted-list.ts'
import { pledgesDeclared } from '#app/group/pledges/declared.ts'
import { recordedDeclared } from '#app/group/recorded-gifts/declared.ts'
import { lineDeclared } from '#app/invitations/activity/declared.ts'
import { guestsDeclared } from '#app/invitations/guests/declared.ts'
import { messagesDeclared } from '#app/invitations/messages/message.ts'
import { occasionsDeclared } from '#app/invitations/occasions/admin/declared.ts'
import { wrapUpDeclared } from '#app/invitations/wrap-up/wrap-up.ts'
import type { Words } from '#app/kit/says.ts'
import { adminBooksDeclared } from '#app/money/books/admin/declared.ts'
import { adminDisputesDeclared } from '#app/money/disputes/admin/declared.ts'
import { disputesDeclared } from '#app/money/disputes/dispute.ts'
import { donationsDeclared } from '#app/money/donations/declared.ts'
import { institutionsDeclared } from '#app/money/institutions/admin/declared.ts'
import { paymentsDeclared } from '#app/money/payments/admin/declared.ts'
import { payoutsDeclared } from '#app/money/payouts/admin/declared.ts'
import { publicBookDeclared } from '#app/money/public-book/book.ts'
import { refundsDeclared } from '#app/money/refunds/refund.ts'
import { aboutDeclared } from '#app/people/about/declared.ts'
import { peopleDeclared } from '#app/people/accounts/admin/declared.ts'
import type { Jobs } from '#app/platform/jobs/queue.server.ts'

// The declarations of all nouns, collected. A declared name that is not collected here is a type error.

/** All audit acts, in the words of the log. 'seen' means that an administrator opened a page that names people. */
export const acts: Record<ActName, Words> = {
  ...auditDeclared.acts,
  ...paymentsDeclared.acts,
  ...adminDisputesDeclared.acts,
  ...payoutsDeclared.acts,
  ...institutionsDeclared.acts,
  ...adminBooksDeclared.acts,
  ...peopleDeclared.acts,
  ...codesDeclared.acts,
  ...pledgesDeclared.acts,
  ...drivesDeclared.acts,
  ...papersDeclared.acts,
  ...occasionsDeclared.acts,
  ...viewsDeclared.acts,
  ...commentsDeclared.acts,
  ...supportDeclared.acts,
  ...adminSettingsDeclared.acts,
  ...aboutDeclared.acts,
  ...adminJobsDeclared.acts,
}

/** The nouns of the audit log: the subjects of its acts. */
export const nouns: Record<Noun, NounWords> = {
  ...paymentsDeclared.nouns,
  ...payoutsDeclared.nouns,
  ...institutionsDeclared.nouns,
  ...peopleDeclared.nouns,
  ...codesDeclared.nouns,
  ...occasionsDeclared.nouns,
  ...pledgesDeclared.nouns,
  ...drivesDeclared.nouns,
  ...papersDeclared.nouns,
  ...commentsDeclared.nouns,
  ...supportDeclared.nouns,
  ...adminDisputesDeclared.nouns,
  ...adminBooksDeclared.nouns,
  ...adminSettingsDeclared.nouns,
  ...viewsDeclared.nouns,
  ...aboutDeclared.nouns,
  ...adminJobsDeclared.nouns,
  ...auditDeclared.nouns,
}

/** The facts that the audit log may hold about a subject. */
export const facts: Record<FactName, FactWords> = {
  ...auditDeclared.facts,
  ...aboutDeclared.facts,
  ...paymentsDeclared.facts,
  ...codesDeclared.facts,
  ...pledgesDeclared.facts,
  ...adminBooksDeclared.facts,
  ...adminDisputesDeclared.facts,
  ...drivesDeclared.facts,
  ...papersDeclared.facts,
  ...occasionsDeclared.facts,
  ...adminJobsDeclared.facts,
  ...payoutsDeclared.facts,
  ...institutionsDeclared.facts,
  ...peopleDeclared.facts,
  ...adminSettingsDeclared.facts,
  ...viewsDeclared.facts,
}

/** The words for states and statuses. Different nouns share the names of states. */
export const states: Record<string, Words> = {
  ...auditDeclared.states,
  ...donationsDeclared.states,
  ...adminDisputesDeclared.states,
  ...drivesDeclared.states,
  ...occasionsDeclared.states,
  ...commentsDeclared.states,
  ...paymentsDeclared.states,
  ...refundsDeclared.states,
  ...payoutsDeclared.states,
  ...institutionsDeclared.states,
}

/** Every kind of discrepancy that the product raises, in plain words. */
export const discrepancies: Record<DiscrepancyKind, DiscrepancyWords> = {
  ...donationsDeclared.discrepancies,
  ...paymentsDeclared.discrepancies,
  ...payoutsDeclared.discrepancies,
  ...refundsDeclared.discrepancies,
  ...disputesDeclared.discrepancies,
  ...ledgerDeclared.discrepancies,
  ...recordedDeclared.discrepancies,
  ...adminBooksDeclared.discrepancies,
}

/** The description of each job, for administrators. */
export const jobs: Record<keyof Jobs, Words> = {
  ...auditDeclared.jobs,
  ...approvalsDeclared.jobs,
  ...donationsDeclared.jobs,
  ...papersDeclared.jobs,
  ...updatesDeclared.jobs,
  ...beneficiaryDeclared.jobs,
  ...publicBookDeclared.jobs,
  ...paymentsDeclared.jobs,
  ...refundsDeclared.jobs,
  ...disputesDeclared.jobs,
  ...ledgerDeclared.jobs,
  ...pastedListsDeclared.jobs,
  ...recordedDeclared.jobs,
  ...peopleDeclared.jobs,
  ...picturesDeclared.jobs,
  ...pledgesDeclared.jobs,
  ...commentsDeclared.jobs,
  ...visitsDeclared.jobs,
  ...guestsDeclared.jobs,
  ...wrapUpDeclared.jobs,
  ...lineDeclared.jobs,
  ...messagesDeclared.jobs,
  ...viewsDeclared.jobs,
  ...supportDeclared.jobs,
  ...payoutsDeclared.jobs,
  ...drivesDeclared.jobs,
  ...occasionsDeclared.jobs,
  ...adminJobsDeclared.jobs,
}

/** The kinds of tasks that wait for an administrator, in the order of the desk. */
export const tasks = {
  ...payoutsDeclared.tasks,
  ...institutionsDeclared.tasks,
  ...adminDisputesDeclared.tasks,
  ...adminBooksDeclared.tasks,
  ...paymentsDeclared.tasks,
  ...adminJobsDeclared.tasks,
  ...commentsDeclared.tasks,
  ...papersDeclared.tasks,
  ...supportDeclared.tasks,
  ...occasionsDeclared.tasks,
}
export type TaskKind = keyof typeof tasks
