import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'
import type { Jobs } from '#app/platform/queue.server.ts'

const clearing = msg`Clearing away what is not needed any more`
const adding = msg`Adding up what pages show`

/** What each job does, in words for those who look after it. */
const names: Record<keyof Jobs, Words> = {
  'mail-verify': msg`The mail that confirms an address`,
  'mail-already-have-an-account': msg`The mail to somebody who has an account already`,
  'mail-reset-password': msg`The mail for a new password`,
  'mail-password-changed': msg`The mail about a changed password`,
  'mail-two-factor-changed': msg`The mail about two-factor sign-in`,
  'mail-suspended': msg`The mail about a suspended account`,
  'mail-restored': msg`The mail about a restored account`,
  'mail-stopped': msg`The mail about a fund drive that we paused or opened`,
  'mail-frozen': msg`The mail about withdrawals that we froze or freed`,
  'mail-role-changed': msg`The mail about a changed role`,
  'mail-much-taken': msg`The mail to administrators about much that was taken along`,
  'mail-visit-booked': msg`The mail about a visit, to the guest`,
  'mail-visit-asked': msg`The mail about a visit, to the owner`,
  'mail-visit-decided': msg`The mail about a confirmed or cancelled visit`,
  'gifts-arrived': msg`Telling of donations that came in`,
  'mail-receipt': msg`The mail with the receipt`,
  'mail-gift': msg`The mail about a donation, to the owner`,
  'mail-gift-digest': msg`The mail about several donations, to the owner`,
  'mail-views-bought': msg`The mail about bought views`,
  'mail-paid-back': msg`The mail about what went back, to whoever paid`,
  'mail-gift-gone': msg`The mail about what went back, to the owner`,
  'mail-payout': msg`The mail about a withdrawal`,
  'mail-method-added': msg`The mail about a new withdrawal method`,
  ...{ 'forget-unpaid': clearing, 'sweep-people': clearing, 'sweep-avatars': clearing, 'sweep-pictures': clearing },
  ...{ 'sweep-picture-files': clearing, 'sweep-limits': clearing, 'sweep-drives': clearing, 'sweep-mailbox': clearing },
  ...{ 'sweep-sandbox': clearing, 'sweep-payments': clearing },
  ...{ 'fold-wallets': adding, 'keep-balances': adding, 'keep-sums': adding },
  'check-books': msg`Looking through the books`,
  'find-doubles': msg`Looking for donations given twice`,
  'send-transfer': msg`Sending a withdrawal`,
  'check-transfers': msg`Asking the provider about withdrawals under way`,
  'send-refund': msg`Asking the provider for the refund`,
  'check-refunds': msg`Asking the provider about refunds under way`,
  'check-disputes': msg`Watching the time to answer disputes`,
  'compare-transfers': msg`Comparing withdrawals with the provider`,
  'compare-back': msg`Comparing what went back with the provider`,
  'watch-card-testing': msg`Looking for cards that are tried out`,
  'check-payments': msg`Asking the provider about payments`,
  'reconcile-payments': msg`Comparing payments with the provider`,
  'check-balance': msg`Comparing the balance with the provider`,
}

/** One that a version before or after this one knows is called by its own name. */
export const jobNamed = (name: string): Words =>
  Object.hasOwn(names, name) ? names[name as keyof Jobs] : { id: name, message: name }
