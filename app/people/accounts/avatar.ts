import { msg } from '@lingui/core/macro'

/** The widths in which a face is stored: the bar's and the profile's. */
export type FaceWidth = 96 | 256

export const avatarTexts = {
  kept: msg`Image uploaded successfully`,
  notKept: msg`Error uploading image`,
  removed: msg`Image removed successfully`,
  notRemoved: msg`Error removing image`,
}

/** Returns the address of the same face in another width. Any other address is returned unchanged. */
export const faceIn = (address: string, width: FaceWidth): string =>
  address.replace(/^(\/media\/avatars\/[0-9a-f]+)-\d+\.webp$/, `$1-${width}.webp`)
