import { msg } from '@lingui/core/macro'
import type { Says, Words } from '#app/kit/says.ts'

/** So many pictures one person may keep. */
export const mostPictures = 500

export const says = {
  failed: { title: msg`Error uploading image`, tone: 'bad' },
  tooMany: msg`You have ${mostPictures} pictures, and that is the most. Please remove some first.`,
} satisfies Record<string, Says | Words>
