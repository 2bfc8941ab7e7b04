import { msg } from '@lingui/core/macro'

export const says = {
  failed: { title: msg`The language could not be changed. Please try again.` },
}
