import { msg } from '@lingui/core/macro'
import type { Says, Words } from '#app/kit/says.ts'

export const twoAdministratorsTexts = {
  first: {
    title: msg`Your approval is saved: 1 of 2`,
    text: msg`Another administrator must make the same decision within 7 days. All administrators get an email.`,
  },
  askedAlready: msg`You have approved this already. Another administrator has to approve it, too.`,
  madeByTheOther: msg`You and the first administrator can’t decide this together: one of you made the other an administrator less than 7 days ago. A third one has to.`,
} satisfies Record<string, Words | Says>
