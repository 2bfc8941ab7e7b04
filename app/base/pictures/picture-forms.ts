import { z } from 'zod'
import { said } from '#app/kit/says.ts'
import { faultOf, uploadTexts as uploads } from '#app/kit/uploads.ts'

/** A picture as it is sent; its content is checked where it is stored. */
export const imageField = z.instanceof(File, { error: said(uploads.notImage) }).superRefine((file, refused) => {
  const fault = faultOf(file)
  if (fault) refused.addIssue({ code: 'custom', message: said(fault) })
})

export const pictureForm = z.object({ image: imageField })

/** A picture from the device, or the address of one on another site. */
export const anyPictureForm = z
  .object({ image: imageField.optional(), address: z.string().trim().max(2000).optional() })
  .refine(({ image, address }) => image || address, { path: ['image'], error: said(uploads.notImage) })
