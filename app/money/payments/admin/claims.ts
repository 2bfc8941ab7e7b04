import { msg } from '@lingui/core/macro'
import type { DecisionWords } from '#app/admin/decision-dialog.tsx'

// Claims about money that is a gift already: what an administrator decides.

export const claimDecisionTexts = {
  missing: msg`There is no such claim.`,
  meanwhile: {
    title: msg`This claim was settled meanwhile`,
    text: msg`Another administrator was quicker, or its giver had it settled.`,
    tone: 'bad' as const,
  },
  noPhone: msg`This giver left no number.`,
  notShown: { title: msg`The number could not be shown`, tone: 'bad' as const },
}

export const leaving: DecisionWords<unknown> = {
  page: ({ payment }) => `/admin/donations/${payment}`,
  whyHint: msg`For administrators only. It is kept in the audit log.`,
  done: { title: msg`The claim is refused` },
  failed: { title: msg`The claim could not be refused`, tone: 'bad' },
  title: () => msg`Leave the gift where it is`,
  text: () =>
    msg`The claim is refused. Givers who left a phone number get a text that we could not match their code. If the money was meant for another fund drive, refund the donation and ask them to give again.`,
  confirm: msg`Refuse the claim`,
  busy: msg`Saving...`,
}
