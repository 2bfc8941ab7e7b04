import { msg } from '@lingui/core/macro'
import type { DecisionWords } from '#app/admin/decision-dialog.tsx'
import type { DriveSeen } from './drive-admin.ts'

// The words of decisions about a fund drive, its withdrawals and its views.

const page = ({ slug }: Record<string, string | undefined>) => `/admin/fund-drives/${slug}`
const whyHint = msg`For administrators only.`
type Words = DecisionWords<DriveSeen>

export const pausing: Words = {
  page,
  danger: true,
  done: { title: msg`Fund drive paused` },
  failed: { title: msg`Failed to pause this fund drive`, tone: 'bad' },
  title: ({ title }) => msg`Pause ${title}`,
  text: () => msg`Visitors can’t find it, and its owner can’t set it active. Payments already started still arrive.`,
  whyHint: msg`The owner sees it on the fund drive’s pages and in an email.`,
  confirm: msg`Pause`,
  busy: msg`Pausing...`,
}

export const opening: Words = {
  page,
  whyHint,
  done: { title: msg`Fund drive opened again` },
  failed: { title: msg`Failed to open this fund drive`, tone: 'bad' },
  title: ({ title }) => msg`Open ${title} again`,
  text: () => msg`It gets the status it had before, and the owner gets an email.`,
  confirm: msg`Open again`,
  busy: msg`Opening...`,
}

export const freezing: Words = {
  page,
  danger: true,
  done: { title: msg`Withdrawals frozen` },
  failed: { title: msg`Failed to freeze the withdrawals`, tone: 'bad' },
  title: ({ title }) => msg`Freeze withdrawals of ${title}`,
  text: () =>
    msg`Nothing can be withdrawn, and requests that wait can be declined and not completed. Donations still arrive.`,
  whyHint: msg`The owner sees it where they withdraw, and in an email.`,
  confirm: msg`Freeze withdrawals`,
  busy: msg`Freezing...`,
}

export const unfreezing: Words = {
  page,
  whyHint,
  done: { title: msg`Withdrawals unfrozen` },
  failed: { title: msg`Failed to unfreeze the withdrawals`, tone: 'bad' },
  title: ({ title }) => msg`Unfreeze withdrawals of ${title}`,
  text: () => msg`The owner can withdraw again and gets an email.`,
  confirm: msg`Unfreeze withdrawals`,
  busy: msg`Freeing...`,
}

export const hidingRecorded: Words = {
  page,
  danger: true,
  done: { title: msg`Recorded gifts hidden` },
  failed: { title: msg`Failed to hide the recorded gifts`, tone: 'bad' },
  title: ({ title }) => msg`Hide the recorded gifts of ${title}`,
  text: () =>
    msg`Visitors see neither their sum nor their list, and the owner can’t show them. Nothing is deleted, and donations count as before.`,
  whyHint: msg`The owner sees it beside the recorded gifts, and in an email.`,
  confirm: msg`Hide recorded gifts`,
  busy: msg`Hiding...`,
}

export const showingRecorded: Words = {
  page,
  whyHint,
  done: { title: msg`Recorded gifts shown again` },
  failed: { title: msg`Failed to show the recorded gifts`, tone: 'bad' },
  title: ({ title }) => msg`Show the recorded gifts of ${title} again`,
  text: () => msg`Visitors see them again, unless the owner hides them. The owner gets an email.`,
  confirm: msg`Show recorded gifts`,
  busy: msg`Saving...`,
}

const updatesPage = ({ slug }: Record<string, string | undefined>) => `/fund-drive/${slug}/updates`

export const hidingUpdate: Words = {
  page: updatesPage,
  danger: true,
  done: { title: msg`Update hidden` },
  failed: { title: msg`Failed to hide the update`, tone: 'bad' },
  title: ({ title }) => msg`Hide an update of ${title}`,
  text: () => msg`Visitors can’t read it, and it is left out of emails that are not sent yet. Nothing is deleted.`,
  whyHint: msg`The owner sees it beside the update, and in an email.`,
  confirm: msg`Hide the update`,
  busy: msg`Hiding...`,
}

export const showingUpdate: Words = {
  page: updatesPage,
  whyHint,
  done: { title: msg`Update shown again` },
  failed: { title: msg`Failed to show the update`, tone: 'bad' },
  title: ({ title }) => msg`Show an update of ${title} again`,
  text: () => msg`Visitors can read it again. The owner gets an email.`,
  confirm: msg`Show the update`,
  busy: msg`Saving...`,
}

const receiptsPage = ({ slug, payout, receipt }: Record<string, string | undefined>) =>
  `/fund-drive/${slug}/money/${payout}#receipt-${receipt}`

export const hidingReceipt: Words = {
  page: receiptsPage,
  danger: true,
  done: { title: msg`Photo hidden` },
  failed: { title: msg`Failed to hide the photo`, tone: 'bad' },
  title: ({ title }) => msg`Hide the photo of a receipt of ${title}`,
  text: () =>
    msg`Nobody can open it any more, and visitors read that it is hidden. All receipts with this photo are hidden together. Their sums count as before, and nothing is deleted.`,
  whyHint: msg`The owner sees it beside the receipt, and in an email.`,
  confirm: msg`Hide the photo`,
  busy: msg`Hiding...`,
}

export const showingReceipt: Words = {
  page: receiptsPage,
  whyHint,
  done: { title: msg`Photo shown again` },
  failed: { title: msg`Failed to show the photo`, tone: 'bad' },
  title: ({ title }) => msg`Show the photo of a receipt of ${title} again`,
  text: () => msg`Visitors can open it again. The owner gets an email.`,
  confirm: msg`Show the photo`,
  busy: msg`Saving...`,
}

export const unlisting: Words = {
  page,
  danger: true,
  done: { title: msg`Taken off the public list` },
  failed: { title: msg`Failed to take this fund drive off the public list`, tone: 'bad' },
  title: ({ title }) => msg`Take ${title} off the public list`,
  text: () =>
    msg`It is no longer found under “Discover fundraisers”, and its owner can’t list it. Its page stays open.`,
  whyHint: msg`The owner sees it in the fund drive’s settings.`,
  confirm: msg`Take off the list`,
  busy: msg`Saving...`,
}

export const allowingListing: Words = {
  page,
  whyHint,
  done: { title: msg`Its owner can list it again` },
  failed: { title: msg`Failed to allow this fund drive on the public list`, tone: 'bad' },
  title: ({ title }) => msg`Allow ${title} on the public list again`,
  text: () => msg`It is not listed by this: its owner can list it.`,
  confirm: msg`Allow on the list`,
  busy: msg`Saving...`,
}

export const givingViews: Words = {
  page,
  whyHint,
  done: { title: msg`Free views given` },
  failed: { title: msg`Failed to give free views`, tone: 'bad' },
  title: ({ title }) => msg`Give free views to ${title}`,
  text: () => msg`They are added to what is left, free of charge.`,
  confirm: msg`Give free views`,
  busy: msg`Giving...`,
}
