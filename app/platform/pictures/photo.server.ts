import sharp from 'sharp'
import { cropOf } from '#app/kit/crop.ts'
import { type Focus, uploadedPicture } from '#app/kit/picture.ts'
import type { Pixels } from './canvas.server.ts'
import { keyOfMedia, mediaAnswer } from './media.server.ts'

/** An uploaded photo, for use in our own pictures. */
export type Photo = {
  width: number
  height: number
  /** Returns its pixels filling a frame, around the point that its owner chose. */
  in: (frame: { width: number; height: number }, focus?: Focus | null) => Promise<Pixels>
}

/** Returns the copy of a photo that is at least so wide; undefined if it is gone, or on another site: those are never fetched. */
export async function photoAt(address: string | null, width: number): Promise<Photo | undefined> {
  const found = address ? uploadedPicture(address) : undefined
  if (!found) return undefined
  const copy = found.widths.find((one) => one >= width) ?? found.widths.at(-1)!
  const answer = await mediaAnswer(keyOfMedia(found.name, { width: copy, format: 'jpg' }))
  if (!answer.ok) return undefined
  const bytes = Buffer.from(await answer.arrayBuffer())
  const photo = await sharp(bytes, { failOn: 'none' }).metadata()
  return {
    width: photo.width,
    height: photo.height,
    in: async (frame, focus = null) => ({
      ...frame,
      pixels: await sharp(bytes, { failOn: 'none' })
        .timeout({ seconds: 5 })
        .extract(cropOf(photo, frame, focus))
        .resize(frame.width, frame.height, { fit: 'fill' })
        .toColourspace('srgb')
        .removeAlpha()
        .raw()
        .toBuffer(),
    }),
  }
}
