import type { Focus } from '#app/kit/picture.ts'

// Which part of a photo the preview picture shows, and where it is in it.

type Size = { width: number; height: number }

/** Of the whole picture: what WhatsApp, Facebook and X show best. */
export const cardSize = { width: 1200, height: 630 } as const

/** A photo that is wider than tall is above the figures; a tall one is beside them, from top to bottom. */
export const frames = { wide: { width: 768, height: 480 }, tall: { width: 480, height: 606 } } as const
export type Frame = keyof typeof frames

/** Heads are near the upper edge: of the height that must go, so much goes there when nobody has chosen. */
const fromTop = 0.25

/** The frame that shows more of a photo. */
export const frameFor = (photo: Size): Frame => (kept(photo, frames.tall) > kept(photo, frames.wide) ? 'tall' : 'wide')

const kept = (photo: Size, frame: Size) => {
  const ratio = photo.width / photo.height / (frame.width / frame.height)
  return Math.min(ratio, 1 / ratio)
}

/** The part of a photo that fills a frame: around the point that its owner chose, as far as there is photo around it. */
export function cropOf(photo: Size, frame: Size, focus: Focus | null) {
  const scale = Math.min(photo.width / frame.width, photo.height / frame.height)
  const width = Math.min(photo.width, Math.max(1, Math.round(frame.width * scale)))
  const height = Math.min(photo.height, Math.max(1, Math.round(frame.height * scale)))
  const [left, top] = [photo.width - width, photo.height - height]
  if (!focus) return { left: Math.round(left / 2), top: Math.round(top * fromTop), width, height }
  const around = (point: number, whole: number, part: number) =>
    Math.round(Math.min(whole - part, Math.max(0, (point / 100) * whole - part / 2)))
  return {
    left: around(focus.x, photo.width, width),
    top: around(focus.y, photo.height, height),
    width,
    height,
  }
}
