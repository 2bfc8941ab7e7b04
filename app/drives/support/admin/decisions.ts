import { msg } from '@lingui/core/macro'
import type { DecisionWords } from '#app/admin/decision-dialog.tsx'
import type { SupportMessage } from '#app/drives/support/message.ts'

/** The words of decisions about a support message. */
export const closing: DecisionWords<SupportMessage> = {
  page: (_, search) => `/admin/letters${search}`,
  done: { title: msg`Closed` },
  failed: { title: msg`It could not be closed. Please try again.`, tone: 'bad' },
  title: () => msg`Close this message`,
  text: () => msg`Close it when you have done what it asks for, or decided against it.`,
  whyHint: msg`Write what you did. It is kept in the audit log.`,
  confirm: msg`Close`,
  busy: msg`Saving...`,
}
