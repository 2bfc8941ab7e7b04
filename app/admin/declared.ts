import * as officeJobs from '#app/admin/jobs/declared.ts'
import * as officeSettings from '#app/admin/settings/declared.ts'
import type { ActName, FactName, FactWords, Noun, NounWords } from '#app/base/audit/audit.ts'
import * as audit from '#app/base/audit/declared.ts'
import * as ledger from '#app/base/ledger/declared.ts'
import type { Difference, DifferenceKind } from '#app/base/ledger/difference.ts'
import * as pictures from '#app/base/pictures/declared.ts'
import * as codes from '#app/drives/codes/declared.ts'
import * as officeComments from '#app/drives/comments/admin/declared.ts'
import * as comments from '#app/drives/comments/declared.ts'
import * as officeDrives from '#app/drives/drive/admin/declared.ts'
import * as drives from '#app/drives/drive/declared.ts'
import * as officeLetters from '#app/drives/support/admin/declared.ts'
import * as support from '#app/drives/support/declared.ts'
import * as officeViews from '#app/drives/views/admin/declared.ts'
import * as views from '#app/drives/views/declared.ts'
import * as visits from '#app/drives/visits/declared.ts'
import * as bridge from '#app/group/pasted-lists/declared.ts'
import * as pledges from '#app/group/pledges/declared.ts'
import * as recorded from '#app/group/recorded-gifts/declared.ts'
import * as line from '#app/invitations/activity/declared.ts'
import * as guests from '#app/invitations/guests/declared.ts'
import * as messages from '#app/invitations/messages/declared.ts'
import * as officeGatherings from '#app/invitations/occasions/admin/declared.ts'
import * as occasions from '#app/invitations/occasions/declared.ts'
import * as after from '#app/invitations/wrap-up/declared.ts'
import type { Words } from '#app/kit/says.ts'
import * as officeBooks from '#app/money/books/admin/declared.ts'
import * as officeDisputes from '#app/money/disputes/admin/declared.ts'
import * as disputes from '#app/money/disputes/declared.ts'
import * as donations from '#app/money/donations/declared.ts'
import * as officePayments from '#app/money/payments/admin/declared.ts'
import * as payments from '#app/money/payments/declared.ts'
import * as officePayouts from '#app/money/payouts/admin/declared.ts'
import * as payouts from '#app/money/payouts/declared.ts'
import * as refunds from '#app/money/refunds/declared.ts'
import * as about from '#app/people/about/declared.ts'
import * as officePeople from '#app/people/accounts/admin/declared.ts'
import * as people from '#app/people/accounts/declared.ts'
import type { Jobs } from '#app/platform/jobs/queue.server.ts'

// What the nouns declare, collected. A name that is declared and not collected here is a type error.

/** All that is written down, in the words of the log. 'seen' is looking at what names people. */
export const acts: Record<ActName, Words> = {
  ...audit.acts,
  ...payments.acts,
  ...payouts.acts,
  ...officePayments.acts,
  ...officeDisputes.acts,
  ...officePayouts.acts,
  ...officeBooks.acts,
  ...officePeople.acts,
  ...people.acts,
  ...codes.acts,
  ...pledges.acts,
  ...officeDrives.acts,
  ...officeGatherings.acts,
  ...officeViews.acts,
  ...officeComments.acts,
  ...officeLetters.acts,
  ...officeSettings.acts,
  ...about.acts,
  ...officeJobs.acts,
}

/** What it is about. */
export const nouns: Record<Noun, NounWords> = {
  ...payments.nouns,
  ...payouts.nouns,
  ...people.nouns,
  ...codes.nouns,
  ...occasions.nouns,
  ...pledges.nouns,
  ...officeDrives.nouns,
  ...officeComments.nouns,
  ...officeLetters.nouns,
  ...officeDisputes.nouns,
  ...officeBooks.nouns,
  ...officeSettings.nouns,
  ...officeViews.nouns,
  ...about.nouns,
  ...officeJobs.nouns,
  ...audit.nouns,
}

/** What is known of it. */
export const facts: Record<FactName, FactWords> = {
  ...audit.facts,
  ...about.facts,
  ...payments.facts,
  ...payouts.facts,
  ...people.facts,
  ...codes.facts,
  ...pledges.facts,
  ...officeBooks.facts,
  ...officeDisputes.facts,
  ...officeDrives.facts,
  ...officeGatherings.facts,
  ...officeJobs.facts,
  ...officePayouts.facts,
  ...officePeople.facts,
  ...officeSettings.facts,
  ...officeViews.facts,
}

/** What states and statuses mean. Those of different things share their names. */
export const states: Record<string, Words> = {
  ...audit.states,
  ...donations.states,
  ...payouts.states,
  ...officeDisputes.states,
  ...officeDrives.states,
  ...officeGatherings.states,
  ...officeComments.states,
  ...payments.states,
  ...refunds.states,
  ...officePayouts.states,
}

/** Every kind of difference that the product raises, in plain words. */
export const differences: Record<DifferenceKind, Difference> = {
  ...donations.differences,
  ...payments.differences,
  ...payouts.differences,
  ...refunds.differences,
  ...disputes.differences,
  ...ledger.differences,
  ...recorded.differences,
  ...officeBooks.differences,
}

/** What each job does, in words for those who look after it. */
export const jobs: Record<keyof Jobs, Words> = {
  ...audit.jobs,
  ...donations.jobs,
  ...payments.jobs,
  ...payouts.jobs,
  ...refunds.jobs,
  ...disputes.jobs,
  ...ledger.jobs,
  ...bridge.jobs,
  ...recorded.jobs,
  ...people.jobs,
  ...drives.jobs,
  ...pictures.jobs,
  ...pledges.jobs,
  ...comments.jobs,
  ...visits.jobs,
  ...guests.jobs,
  ...after.jobs,
  ...line.jobs,
  ...occasions.jobs,
  ...messages.jobs,
  ...views.jobs,
  ...support.jobs,
  ...officePayouts.jobs,
  ...officeDrives.jobs,
  ...officeGatherings.jobs,
  ...officeJobs.jobs,
}

/** What waits for an administrator, in the order of the desk. */
export const tasks = {
  ...officePayouts.tasks,
  ...officeDisputes.tasks,
  ...officeBooks.tasks,
  ...officePayments.tasks,
  ...officeJobs.tasks,
  ...officeComments.tasks,
  ...officeLetters.tasks,
  ...officeGatherings.tasks,
}
export type TaskKind = keyof typeof tasks
