import { msg } from '@lingui/core/macro'
import type { Says, Words } from '#app/kit/says.ts'

/** The largest file of a logo: 512 kB. */
export const logoMax = 512 * 1024

export const logoTexts = {
  saved: { title: msg`Logo saved` },
  removed: { title: msg`Logo removed` },
  failed: { title: msg`The logo could not be saved` },
  none: msg`Please choose a picture.`,
  wrongKind: msg`Please choose a PNG or WebP picture.`,
  tooLarge: msg`The picture may have up to 512 kB.`,
} satisfies Record<string, Says | Words>
