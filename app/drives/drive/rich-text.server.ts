import sanitizeHtml, { type IOptions, type Tag } from 'sanitize-html'
import { picturesAt } from '#app/base/pictures/picture.server.ts'
import { manyLines, oneLine, sane } from '#app/kit/lines.ts'
import { type PictureFile, pictureFormats, srcsetOf } from '#app/kit/picture.ts'
import { linkAddress, pictureAddress } from '#app/kit/web-address.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { SafeHtml } from '#app/ui/rich-text.tsx'
import { writeAnew } from './rich-writer.ts'

// The HTML allowed in a description. Only a few tags go out, with a few attributes, each written in one way; so
// cleaning twice gives the same as cleaning once. Why here and where else: docs/develop/decisions/0008.

const altMax = 300

/** HTML of the allowed tags only, as it is kept; null when nothing in it can be seen. */
export function cleanHtml(html: string): string | null {
  const clean = tidyText(writeAnew(sanitizeHtml(html, rules), written)).trim()
  return /<img /.test(clean) || textOfRichText(clean) !== '' ? clean : null
}

/** The most tags that may be open at once: nobody writes more, and reading them takes the square of their number. */
const mostOpen = 1000
const alone = /^(area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/

/** True for HTML whose tags are nested deeper than anybody writes. */
export function isTangled(html: string): boolean {
  const open = new Map<string, number>()
  let all = 0
  for (const [, end, name] of html.matchAll(/<(\/?)([a-z][^\s/>]{0,20})/gi)) {
    const tag = name!.toLowerCase()
    const before = open.get(tag) ?? 0
    const step = end ? (before > 0 ? -1 : 0) : alone.test(tag) ? 0 : 1
    open.set(tag, before + step)
    all += step
    if (all > mostOpen) return true
  }
  return false
}

/** The words of clean HTML, without its tags. */
export const textOfRichText = (clean: string): string =>
  manyLines(
    clean
      .replace(/<\/?(p|h[1-3]|ul|ol|li|br|img)\b[^>]*>/g, '\n')
      .replace(/<[^>]*>/g, '')
      .replace(/&(lt|gt|quot|amp);/g, (_, name: keyof typeof entities) => entities[name]),
  )

/** The beginning of clean HTML on one line, for search engines and previews: whole words, an ellipsis where it was cut. */
export function excerptOf(clean: string | null, most = 160): string {
  const line = oneLine(textOfRichText(clean ?? ''))
  if (line.length <= most) return line
  const cut = line.slice(0, most - 1)
  const words = cut.slice(0, Math.max(cut.lastIndexOf(' '), 0))
  // A word that fills half of the room is cut, without the half of a surrogate pair.
  const kept = words.length > most / 2 ? words : cut.replace(/[\ud800-\udbff]$/, '')
  return `${kept.replace(/[,;:.\s]+$/, '')}…`
}

/** The addresses of our own pictures that clean HTML shows. */
export const ownPicturesIn = (clean: string): string[] => [
  ...new Set([...clean.matchAll(/<img src="(\/media\/[^"]+)"/g)].map(([, url]) => url!)),
]

const entities = { lt: '<', gt: '>', quot: '"', amp: '&' }

/**
 * Tidies only the text between tags: composing '>' with a mark that follows would break the tag. In the sanitiser's
 * output, every '<' and '>' belongs to a tag.
 */
const tidyText = (html: string) => html.replace(/(<[^>]*>)|[^<]+/g, (text, tag?: string) => tag ?? sane(text))

/** The tag of which only the text stays: for a link that leads nowhere and a picture that can't be shown. */
const gone: Tag = { tagName: 'span', attribs: {} }

/** Every tag that may go out, to the letter: the last word, whatever the sanitiser says. */
const written =
  /^<(\/?(h[123]|p|strong|em|u|s|ul|ol|li)|\/a|ol start="[1-9]\d{0,3}"|br \/|a href="(https?:\/\/|mailto:)[^"<>]*" target="_blank" rel="noopener nofollow ugc"|img src="(https:\/\/|\/media\/drives\/)[^"<>]*" alt="[^"<>]*" \/)>$/i

const rules: IOptions = {
  allowedTags: ['h1', 'h2', 'h3', 'p', 'strong', 'em', 'u', 's', 'ul', 'ol', 'li', 'a', 'img', 'br'],
  allowedAttributes: { a: ['href', 'target', 'rel'], img: ['src', 'alt'], ol: ['start'] },
  // The text in these tags was not written by a person.
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'select',
    'xmp',
    'plaintext',
    'noscript',
    'noembed',
    'noframes',
    'template',
    'iframe',
    'object',
    'embed',
    'applet',
    'svg',
    'math',
    'title',
    'head',
    'audio',
    'video',
    'canvas',
  ],
  // Addresses are read by the rules below, which allow less.
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    b: 'strong',
    i: 'em',
    del: 's',
    strike: 's',
    h4: 'h3',
    h5: 'h3',
    h6: 'h3',
    a: (_, { href = '' }) => {
      const address = linkAddress(href)
      return address
        ? { tagName: 'a', attribs: { href: address, target: '_blank', rel: 'noopener nofollow ugc' } }
        : gone
    },
    img: (_, { src = '', alt = '' }) => {
      const address = pictureAddress(src)
      return address
        ? { tagName: 'img', attribs: { src: address, alt: oneLine(alt).slice(0, altMax).toWellFormed() } }
        : gone
    },
    ol: (_, { start = '' }): Tag => ({ tagName: 'ol', attribs: /^(?!1$)[1-9]\d{0,3}$/.test(start) ? { start } : {} }),
  },
}

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
