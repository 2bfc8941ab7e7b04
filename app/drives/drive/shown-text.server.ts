import { picturesAt } from '#app/base/pictures/in-text.server.ts'
import { type PictureFile, pictureFormats, srcsetOf } from '#app/kit/picture.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { SafeHtml } from '#app/ui/rich-text.tsx'
import { cleanHtml, ownPicturesIn } from './rich-text.server.ts'

// The last step before a description is shown. It was cleaned when it was saved; it is cleaned once more, so that
// nothing an older version of the product accepted reaches anybody.

/** The description as pages show it: the same for its owner and for everybody else. Null when there is none. */
export async function shownDescription(db: Db, stored: string | null): Promise<SafeHtml | null> {
  const clean = stored === null ? null : cleanedOnce(stored)
  if (clean === null) return null
  const pictures = await picturesAt(db, ownPicturesIn(clean))
  return { safe: withPictures(withHeadings(clean), pictures) }
}

/** Cleaning a long text takes milliseconds, and a page that is shared is asked for again and again. */
const cleaned = new Map<string, string | null>()
const mostCharacters = 2_000_000
let characters = 0

function cleanedOnce(stored: string): string | null {
  const known = cleaned.get(stored)
  if (known !== undefined) return known
  const clean = cleanHtml(stored)
  if (characters + stored.length > mostCharacters) {
    cleaned.clear()
    characters = 0
  }
  characters += stored.length
  cleaned.set(stored, clean)
  return clean
}

/**
 * Headings below the page's own: the first is an h2, and none is more than one level below the one before it, whatever
 * sizes their writer chose. The size stays, as a class.
 */
function withHeadings(clean: string): string {
  let before = 1
  let level = 1
  return clean.replace(/<(\/?)h([123])>/g, (_, end: string, size: string) => {
    if (end) return `</h${level}>`
    level = Math.min(Number(size) + 1, before + 1)
    before = level
    return `<h${level} class="rich-h${size}">`
  })
}

/** Fills in our pictures. A picture elsewhere without a copy yet is left out: our pages show only what we serve. */
const withPictures = (html: string, pictures: Map<string, PictureFile>) =>
  html.replace(/<img src="([^"]*)" alt="([^"]*)" \/>/g, (_, url: string, alt: string) => {
    const picture = pictures.get(url)
    return picture ? ownPicture(picture, alt) : ''
  })

const gently = 'loading="lazy" decoding="async" referrerpolicy="no-referrer"'

function ownPicture({ url, width, height, colour }: PictureFile, alt: string): string {
  const sizes = `sizes="(min-width: 48rem) 44rem, 100vw"`
  const sources = pictureFormats
    .filter((format) => format !== 'jpg')
    .map((format) => `<source type="image/${format}" srcset="${srcsetOf(url, format)}" ${sizes} />`)
  const image = `<img src="${url}" srcset="${srcsetOf(url, 'jpg')}" ${sizes} alt="${alt}" width="${width}" height="${height}" ${gently} style="background-color:${colour}" />`
  return `<picture>${sources.join('')}${image}</picture>`
}
