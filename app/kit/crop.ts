import type { Focus } from './picture.ts'

// Crops: which part of a photo is seen in a frame of another shape.

type Size = { width: number; height: number }

/** The share of the surplus height that is cut at the top when the owner chose no point: heads are near the upper edge. */
const fromTop = 0.25

/** Returns the part of a photo that fills a frame: around the point that its owner chose, as far as there is photo around it. */
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
