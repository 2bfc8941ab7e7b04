import { msg } from '@lingui/core/macro'
import type { Says, Words } from '#app/kit/says.ts'

/** How many views an administrator can give at once. */
export const giftMin = 1
export const giftMax = 100_000

export const giveSays = {
  given: { title: msg`Free views given` },
  notGiven: { title: msg`Failed to give free views`, tone: 'bad' },
  number: msg`Please write a number from 1 to 100,000.`,
  missing: msg`This fund drive no longer exists`,
  own: msg`This fund drive is yours. Another administrator has to decide about it.`,
} satisfies Record<string, Words | Says>
