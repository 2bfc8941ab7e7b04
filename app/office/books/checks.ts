import { msg } from '@lingui/core/macro'

export const says = {
  asked: {
    title: msg`The checks are running`,
    text: msg`Results appear here in a moment, and under Differences.`,
  },
  failed: { title: msg`The checks could not be run` },
}
