// The addresses of a picture that was uploaded. One address stands for all its copies: its largest JPEG, whose name
// tells the width, so that nobody has to ask which copies there are.

/** A picture as pages show it. One from elsewhere has no size and no colour that we know. */
export type PictureFile = {
  url: string
  width: number | null
  height: number | null
  colour: string | null
  /** The point that stays in sight where the picture is cut; without one it is chosen by us. */
  focus?: Focus | null
}

/** A point of a picture in percent, from its left and from its top. */
export type Focus = { x: number; y: number }

/** The widths copies are made in. A smaller picture has those below its own width, and its own. */
export const pictureWidths = [320, 640, 1280, 1920] as const
export const pictureFormats = ['avif', 'webp', 'jpg'] as const
export type PictureFormat = (typeof pictureFormats)[number]

const form = /^\/media\/(drives\/[0-9a-f]{32})-(\d{1,4})\.jpg$/

/** Name and widths of an uploaded picture; undefined for one from elsewhere. */
export function uploadedPicture(url: string): { name: string; widths: number[] } | undefined {
  const [, name, width] = form.exec(url) ?? []
  return name && width ? { name, widths: widthsFor(Number(width)) } : undefined
}

/** In which widths a picture of this width is kept. */
const widthsFor = (width: number): number[] => {
  const largest = Math.min(width, pictureWidths.at(-1)!)
  return [...pictureWidths.filter((one) => one < largest), largest]
}

/** Where the browser finds a kept file. */
export const mediaAddress = (key: string): string => `/media/${key}`

/** Where one copy lies. */
export const copyAddress = (name: string, width: number, format: PictureFormat): string =>
  mediaAddress(`${name}-${width}.${format}`)

/** What `srcset` says for one format. */
export const srcsetOf = (url: string, format: PictureFormat): string | undefined => {
  const found = uploadedPicture(url)
  return found?.widths.map((width) => `${copyAddress(found.name, width, format)} ${width}w`).join(', ')
}

/** The copy that is nearest to a width, for places that show one size only. */
export function smallCopy(url: string, width: number, format: PictureFormat = 'webp'): string {
  const found = uploadedPicture(url)
  if (!found) return url
  return copyAddress(found.name, found.widths.find((one) => one >= width) ?? found.widths.at(-1)!, format)
}
