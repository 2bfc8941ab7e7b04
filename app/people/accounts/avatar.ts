import { msg } from '@lingui/core/macro'

/** The widths a face is kept in: the bar's and the profile's. */
export type FaceWidth = 96 | 256

export const avatarTexts = {
  kept: msg`Image uploaded successfully`,
  notKept: msg`Error uploading image`,
  removed: msg`Image removed successfully`,
  notRemoved: msg`Error removing image`,
}

/** Where the same face is in another width. An address that is not of our making is left as it is. */
export const faceIn = (address: string, width: FaceWidth): string =>
  address.replace(/^(\/media\/avatars\/[0-9a-f]+)-\d+\.webp$/, `$1-${width}.webp`)
