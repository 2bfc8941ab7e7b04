import { Plural, Trans } from '@lingui/react/macro'
import { decisionDialog, decisionDialogs } from '#app/admin/decision-dialog.tsx'
import { hideUpdate, showUpdate } from '#app/drives/updates/admin/hide-update.server.tsx'
import type { Answer } from '#app/kit/says.ts'
import { freeWithdrawals, freezeWithdrawals } from '#app/money/payouts/admin/freeze.server.tsx'
import { hideReceipt, showReceipt } from '#app/money/spending/admin/hide-receipt.server.tsx'
import { actions } from '#app/platform/form-action.server.ts'
import { Field, Input } from '#app/ui/field.tsx'
import {
  allowListing,
  giveViews,
  hideRecorded,
  openDrive,
  pauseDrive,
  showRecorded,
  unlistDrive,
} from './decide.server.tsx'
import {
  allowingListing,
  freezing,
  givingViews,
  hidingReceipt,
  hidingRecorded,
  hidingUpdate,
  opening,
  pausing,
  showingReceipt,
  showingRecorded,
  showingUpdate,
  unfreezing,
  unlisting,
} from './decisions.ts'

export const action = actions({
  pause: pauseDrive.action,
  open: openDrive.action,
  freeze: freezeWithdrawals.action,
  free: freeWithdrawals.action,
  'hide-recorded': hideRecorded.action,
  'show-recorded': showRecorded.action,
  unlist: unlistDrive.action,
  'allow-listing': allowListing.action,
  'give-views': giveViews.action,
  'updates/:update/hide': hideUpdate.action,
  'updates/:update/show': showUpdate.action,
  'money/:payout/:receipt/hide': hideReceipt.action,
  'money/:payout/:receipt/show': showReceipt.action,
})

export default decisionDialogs({
  pause: decisionDialog(pausing),
  open: decisionDialog(opening),
  freeze: decisionDialog(freezing),
  free: decisionDialog(unfreezing),
  'hide-recorded': decisionDialog(hidingRecorded),
  'show-recorded': decisionDialog(showingRecorded),
  'updates/:update/hide': decisionDialog(hidingUpdate),
  'updates/:update/show': decisionDialog(showingUpdate),
  'money/:payout/:receipt/hide': decisionDialog(hidingReceipt),
  'money/:payout/:receipt/show': decisionDialog(showingReceipt),
  unlist: decisionDialog(unlisting),
  'allow-listing': decisionDialog(allowingListing),
  'give-views': decisionDialog(givingViews, ({ viewsLeft }, answer) => <GiftField left={viewsLeft} answer={answer} />),
})

/** How many views are given. */
const GiftField = ({ left, answer }: { left: number; answer: Answer | undefined }) => (
  <Field
    name="views"
    label={<Trans>Number of views</Trans>}
    answer={answer}
    required
    hint={<Plural value={left} one="# view is left now." other="# views are left now." />}
  >
    <Input inputMode="numeric" autoComplete="off" maxLength={10} />
  </Field>
)
