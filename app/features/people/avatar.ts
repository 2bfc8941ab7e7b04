import { msg } from '@lingui/core/macro'
import { z } from 'zod'
import { said } from '#app/kit/says.ts'
import { faultOf, says as rules } from '#app/kit/uploads.ts'

/** The widths a face is kept in: the bar's and the profile's. */
export type FaceWidth = 96 | 256

export const says = {
  kept: msg`Image uploaded successfully`,
  notKept: msg`Error uploading image`,
  removed: msg`Image removed successfully`,
  notRemoved: msg`Error removing image`,
}

/** Where the same face is in another width. An address that is not of our making is left as it is. */
export const faceIn = (address: string, width: FaceWidth): string =>
  address.replace(/^(\/media\/avatars\/[0-9a-f]+)-\d+\.webp$/, `$1-${width}.webp`)

/** A picture as it comes in; what is really in it is looked at where it is kept. */
export const avatarForm = z.object({
  image: z.instanceof(File, { error: said(rules.notImage) }).superRefine((file, refused) => {
    const fault = faultOf(file)
    if (fault) refused.addIssue({ code: 'custom', message: said(fault) })
  }),
})
