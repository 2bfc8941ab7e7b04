import { keepFar } from '#app/base/pictures/far.server.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import { descriptionMax } from './drive.ts'
import { driveTexts } from './drive-says.ts'
import { cleanHtml, isTangled } from './rich-text.server.ts'

/** The most pictures elsewhere that one text may name. */
const mostFar = 5

/** The text with a copy of ours in the place of each picture elsewhere. Refuses with words when one can't be fetched. */
export async function withFarPicturesKept(db: Db, ownerId: string, html: string): Promise<string> {
  // A text that is too long is refused where it is saved.
  if (!/<img\b/i.test(html) || html.length > 4 * descriptionMax || isTangled(html)) return html
  const clean = cleanHtml(html) ?? ''
  const far = farPicturesIn(clean)
  if (far.length > mostFar) throw new Refusal(driveTexts.manyFar, { status: 422, field: 'description' })
  const copies = new Map<string, string>()
  for (const url of far) copies.set(url, await keepFar(db, ownerId, url, 'description'))
  return far.length > 0 ? withOwnPictures(clean, copies) : html
}

const farPicture = /<img src="(https:\/\/[^"]+)"/g

/** The addresses of pictures elsewhere that clean HTML shows, each once. */
export const farPicturesIn = (clean: string): string[] => [
  ...new Set([...clean.matchAll(farPicture)].map(([, url]) => read(url!))),
]

/** Clean HTML with other addresses in the place of these. */
export const withOwnPictures = (clean: string, copies: Map<string, string>): string =>
  clean.replace(farPicture, (tag, url: string) => {
    const copy = copies.get(read(url))
    return copy ? `<img src="${copy}"` : tag
  })

/** An address as it is, not as HTML writes it. */
const read = (url: string) => url.replace(/&amp;/g, '&')
