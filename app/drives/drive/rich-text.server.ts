import sanitizeHtml, { type IOptions, type Tag } from 'sanitize-html'
import { manyLines, oneLine, sane } from '#app/kit/lines.ts'
import { linkAddress, pictureAddress } from '#app/kit/web-address.ts'
import { writeAnew } from './rich-writer.ts'

// The HTML allowed in a description. Only a few tags go out, with a few attributes, each written in one way; so
// cleaning twice gives the same as cleaning once. Why here and where else: docs/decisions/0014.

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
