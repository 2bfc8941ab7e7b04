import { msg } from '@lingui/core/macro'

export const confirmTexts = {
  again: msg`Enter your password again. You last entered it more than 10 minutes ago.`,
  notConfirmed: { title: msg`Failed to confirm that it is you`, tone: 'bad' as const },
}
