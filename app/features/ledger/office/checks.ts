import { msg } from '@lingui/core/macro'

export const says = {
  asked: {
    title: msg`The books are looked through`,
    text: msg`What is found stands here in a moment, and among the differences.`,
  },
  failed: { title: msg`The books could not be looked through` },
}
