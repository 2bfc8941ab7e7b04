import { z } from 'zod'
import { pictureForm } from '#app/base/pictures/picture-forms.ts'
import { oneLine } from '#app/kit/lines.ts'
import { uploadedPicture } from '#app/kit/picture.ts'
import { said } from '#app/kit/says.ts'
import { type GalleryKind, galleryKinds, lineMax } from './gallery.ts'
import { galleryTexts } from './gallery-says.ts'

// The fields of a gallery's forms, as the server reads them. An item's id is in a field called after its kind, and its
// line of words is a caption or a title: here they become an id and a line.

/** The key tells an upload that is sent twice from two uploads. */
export const addImageForm = pictureForm.extend({ key: z.uuid().optional().catch(undefined) })

export const addVideoForm = z.object({
  url: z
    .string(said(galleryTexts.urlMissing))
    .transform((url) => url.trim())
    .pipe(z.string().min(1, said(galleryTexts.urlMissing))),
})

export const itemForm = (kind: GalleryKind) => z.object({ [kind]: z.uuid() }).transform((read) => ({ id: read[kind]! }))

const lineField = z
  .string()
  .default('')
  .transform(oneLine)
  .pipe(z.string().max(lineMax, said(galleryTexts.lineLong)))
const lineOf = (kind: GalleryKind) =>
  z.object({ [galleryKinds[kind].line]: lineField }).transform((read) => ({ line: read[galleryKinds[kind].line]! }))
export const lineForm = (kind: GalleryKind) => itemForm(kind).and(lineOf(kind))

/** The item to move before; empty for the end. */
const place = z.object({
  before: z
    .union([z.uuid(), z.literal('')])
    .default('')
    .transform((id) => id || null),
})
export const moveForm = (kind: GalleryKind) => itemForm(kind).and(place)

const urls = {
  /** Restores only what was uploaded here: the form must not be a way to show any address. */
  image: z.string().refine((url) => uploadedPicture(url) !== undefined, said(galleryTexts.image.gone)),
  video: z.string().min(1),
}
export const restoreForm = (kind: GalleryKind) => place.extend({ url: urls[kind] }).and(lineOf(kind))
