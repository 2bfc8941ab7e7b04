import { z } from 'zod'
import { oneLine } from '#app/kit/lines.ts'
import { uploadedPicture } from '#app/kit/picture.ts'
import { said, type Words } from '#app/kit/says.ts'
import { faultOf, uploadTexts as uploads } from '#app/kit/uploads.ts'
import { type PhotoTyped, photoPlaces, photosMost, photosTexts } from './photos.ts'

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

/** Reads the photos of a form, `photo1` and `alt1` and so on. A line without a photo is skipped. */
export const photosIn = (sent: Record<string, unknown>, refused: z.RefinementCtx): PhotoTyped[] => {
  const wrong = (field: string, words: Words) =>
    refused.addIssue({ code: 'custom', path: [field], message: said(words) })
  const photos: PhotoTyped[] = []
  for (const no of photoPlaces) {
    const [field, image] = [`photo${no}`, textIn(sent[`photo${no}`])]
    if (image === '') continue
    const alt = oneLine(textIn(sent[`alt${no}`]))
    if (!uploadedPicture(image)) wrong(field, uploads.notImage)
    if (alt.length > photosMost.alt) wrong(`alt${no}`, photosTexts.altLong)
    photos.push({ field, image, alt })
  }
  // A file left in the form was refused by the upload, or the post had no room for it.
  if (sent.file instanceof File) wrong('file', faultOf(sent.file) ?? photosTexts.many)
  return photos
}

const textIn = (sent: unknown): string => (typeof sent === 'string' ? sent : '')
