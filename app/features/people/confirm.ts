import { msg } from '@lingui/core/macro'

export const says = {
  again: msg`Please give your password once more: it was some time ago.`,
}
