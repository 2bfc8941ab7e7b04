import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'
import type { Jobs } from '#app/platform/jobs/queue.server.ts'

const clearing = msg`Clearing away what is not needed any more`
const adding = msg`Adding up what pages show`

/** What each job does, in words for those who look after it. */
const names: Record<keyof Jobs, Words> = {
  'mail-verify': msg`The email that confirms an address`,
  'mail-email-change': msg`The email that confirms a change of address`,
  'mail-email-changed': msg`The email that an address was changed`,
  'mail-already-have-an-account': msg`The email to a person who already has an account`,
  'mail-reset-password': msg`The email for a new password`,
  'mail-password-changed': msg`The email about a changed password`,
  'mail-two-factor-changed': msg`The email about two-factor sign-in`,
  'mail-suspended': msg`The email about a suspended account`,
  'mail-restored': msg`The email about a restored account`,
  'mail-stopped': msg`The email about a fund drive that we paused or opened`,
  'mail-frozen': msg`The email about withdrawals that we froze or unfroze`,
  'mail-role-changed': msg`The email about a changed role`,
  'mail-much-taken': msg`The email to administrators about a large export`,
  'mail-letter': msg`The email to support about a report or a question`,
  'mail-admin-made': msg`Email: a new administrator`,
  'mail-second-needed': msg`Email: a second administrator is needed`,
  'mail-visit-booked': msg`The email about a visit, to the guest`,
  'mail-visit-asked': msg`The email about a visit, to the owner`,
  'mail-visit-decided': msg`The email about a confirmed or cancelled visit`,
  'gifts-arrived': msg`Telling owners about new donations`,
  'mail-receipt': msg`The email with the receipt`,
  'mail-gift': msg`The email about a donation, to the owner`,
  'mail-gift-digest': msg`The email about several donations, to the owner`,
  'mail-views-bought': msg`The email about bought views`,
  'mail-views-claimed': msg`The email about views of a disputed payment`,
  'mail-paid-back': msg`The email about a refund, to the payer`,
  'mail-gift-gone': msg`The email about the refund, to the owner`,
  'mail-payout': msg`The email about a withdrawal`,
  'mail-method-added': msg`The email about a new withdrawal method`,
  'mail-views-left': msg`Email: few or no views left`,
  ...{ 'forget-unpaid': clearing, 'sweep-people': clearing, 'sweep-avatars': clearing, 'sweep-pictures': clearing },
  ...{ 'sweep-picture-files': clearing, 'sweep-limits': clearing, 'sweep-drives': clearing, 'sweep-mailbox': clearing },
  ...{ 'sweep-comments': clearing, 'fetch-far-pictures': msg`Keep copies of pictures from other sites` },
  ...{ 'sweep-sandbox': clearing, 'sweep-payments': clearing },
  ...{ 'fold-wallets': adding, 'keep-balances': adding, 'keep-sums': adding },
  'check-books': msg`Checking the books`,
  'find-doubles': msg`Looking for donations given twice`,
  'send-transfer': msg`Sending a withdrawal`,
  'check-transfers': msg`Asking the provider about withdrawals under way`,
  'send-refund': msg`Asking the provider for the refund`,
  'check-refunds': msg`Asking the provider about refunds under way`,
  'check-disputes': msg`Watching the time to answer disputes`,
  'compare-transfers': msg`Comparing withdrawals with the provider`,
  'compare-back': msg`Comparing refunds with the provider`,
  'watch-card-testing': msg`Looking for cards that are tried out`,
  'check-payments': msg`Asking the provider about payments`,
  'reconcile-payments': msg`Comparing payments with the provider`,
  'check-balance': msg`Comparing the balance with the provider`,
}

/** One that a version before or after this one knows is called by its own name. */
export const jobNamed = (name: string): Words =>
  Object.hasOwn(names, name) ? names[name as keyof Jobs] : { id: name, message: name }
