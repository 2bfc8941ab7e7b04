// The addresses of an uploaded picture. One address names all its copies: its largest JPEG, whose name tells the width, so that no
// query has to ask which copies there are.

/** A picture as pages show it. One from another site has no known size and colour. */
export type PictureFile = {
  url: string
  width: number | null
  height: number | null
  colour: string | null
  /** The point that stays in sight where the picture is cropped; without one we choose it. */
  focus?: Focus | null
}

/** A point of a picture in percent, from its left and from its top. */
export type Focus = { x: number; y: number }

/** The widths of copies. A smaller picture has those below its own width, and its own. */
export const pictureWidths = [320, 640, 1280, 1920] as const
export const pictureFormats = ['avif', 'webp', 'jpg'] as const
export type PictureFormat = (typeof pictureFormats)[number]

const form = /^\/media\/(drives\/[0-9a-f]{32})-(\d{1,4})\.jpg$/

/** Returns name and widths of an uploaded picture; undefined for one from another site. */
export function uploadedPicture(url: string): { name: string; widths: number[] } | undefined {
  const [, name, width] = form.exec(url) ?? []
  return name && width ? { name, widths: widthsFor(Number(width)) } : undefined
}

/** Lists the widths of the copies of a picture of this width. */
const widthsFor = (width: number): number[] => {
  const largest = Math.min(width, pictureWidths.at(-1)!)
  return [...pictureWidths.filter((one) => one < largest), largest]
}

/** Returns the address of a stored file. */
export const mediaAddress = (key: string): string => `/media/${key}`

/** Returns the address of one copy. */
export const copyAddress = (name: string, width: number, format: PictureFormat): string =>
  mediaAddress(`${name}-${width}.${format}`)

/** Writes the `srcset` of one format. */
export const srcsetOf = (url: string, format: PictureFormat): string | undefined => {
  const found = uploadedPicture(url)
  return found?.widths.map((width) => `${copyAddress(found.name, width, format)} ${width}w`).join(', ')
}

/** Returns the copy nearest to a width, for places that show one size only. */
export function smallCopy(url: string, width: number, format: PictureFormat = 'webp'): string {
  const found = uploadedPicture(url)
  if (!found) return url
  return copyAddress(found.name, found.widths.find((one) => one >= width) ?? found.widths.at(-1)!, format)
}
