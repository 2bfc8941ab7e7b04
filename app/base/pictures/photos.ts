import { msg } from '@lingui/core/macro'
import type { PictureFile } from '#app/kit/picture.ts'
import type { Words } from '#app/kit/says.ts'

// The photos of a post, for server and browser: limits and words.

export const photosMost = { photos: 6, alt: 200 }

/** The places of photos in a post, which also number their fields: `photo1` and `alt1`, and so on. */
export const photoPlaces = Array.from({ length: photosMost.photos }, (_, at) => at + 1)

export const photosTexts = {
  many: msg`A post has at most 6 photos.`,
  altLong: msg`Please use at most 200 characters.`,
} satisfies Record<string, Words>

/** An uploaded photo, with its alternative text. */
export type PhotoTyped = { field: string; image: string; alt: string }

/** A photo as pages show it. */
export type ShownPhoto = PictureFile & { id: string; alt: string }
