import { z } from 'zod'
import { oneLine } from '#app/kit/lines.ts'
import { uploadedPicture } from '#app/kit/picture.ts'
import { said } from '#app/kit/says.ts'
import { pictureForm } from '../pictures/picture-forms.ts'
import { captionMax, says, titleMax } from './gallery.ts'

// What the forms of a gallery carry, as the server reads it.

const line = (most: number) =>
  z
    .string()
    .default('')
    .transform(oneLine)
    .pipe(z.string().max(most, said(says.captionLong)))

/** Before which one; at the end when it is empty. */
const beforeField = z
  .union([z.uuid(), z.literal('')])
  .default('')
  .transform((id) => id || null)

/** The key tells an upload that is sent twice from two uploads. */
export const addImageForm = pictureForm.extend({ key: z.uuid().optional().catch(undefined) })
export const imageForm = z.object({ image: z.uuid() })
export const captionForm = z.object({ image: z.uuid(), caption: line(captionMax) })
export const moveImageForm = z.object({ image: z.uuid(), before: beforeField })
/** Only what was uploaded here comes back: the form must not be a way to show any address. */
export const restoreImageForm = z.object({
  url: z.string().refine((url) => uploadedPicture(url) !== undefined, said(says.imageGone)),
  caption: line(captionMax),
  before: beforeField,
})

export const addVideoForm = z.object({
  url: z
    .string(said(says.urlMissing))
    .transform((url) => url.trim())
    .pipe(z.string().min(1, said(says.urlMissing))),
})
export const videoForm = z.object({ video: z.uuid() })
export const titleForm = z.object({ video: z.uuid(), title: line(titleMax) })
export const moveVideoForm = z.object({ video: z.uuid(), before: beforeField })
export const restoreVideoForm = z.object({ url: z.string().min(1), title: line(titleMax), before: beforeField })
