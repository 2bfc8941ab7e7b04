// The part of a photo that the preview picture shows, and where it is in the picture.

type Size = { width: number; height: number }

/** The size of the whole picture: WhatsApp, Facebook and X show this one best. */
export const cardSize = { width: 1200, height: 630 } as const

/** A photo that is wider than tall is above the figures; a tall one is beside them, from top to bottom. */
export const frames = { wide: { width: 768, height: 480 }, tall: { width: 480, height: 606 } } as const
export type PreviewFrame = keyof typeof frames

/** The frame that shows more of a photo. */
export const frameFor = (photo: Size): PreviewFrame =>
  kept(photo, frames.tall) > kept(photo, frames.wide) ? 'tall' : 'wide'

const kept = (photo: Size, frame: Size) => {
  const ratio = photo.width / photo.height / (frame.width / frame.height)
  return Math.min(ratio, 1 / ratio)
}
