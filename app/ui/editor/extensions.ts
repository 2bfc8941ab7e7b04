import Image from '@tiptap/extension-image'
import StarterKit from '@tiptap/starter-kit'
import { uploadedPicture } from '#app/kit/picture.ts'
import { linkAddress, pictureAddress } from '#app/kit/web-address.ts'

/** A picture is its address and its description; any other content is ignored. */
const Picture = Image.extend({
  addAttributes: () => ({ src: { default: null }, alt: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: (element: HTMLElement) => {
        const src = pictureAddress(element.getAttribute('src') ?? '')
        return src ? { src, alt: element.getAttribute('alt') ?? '' } : false
      },
    },
  ],
  addInputRules: () => [],
})

/** The formats of a text: those of the toolbar, and nothing else. The server stores no more than these. */
export const extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      protocols: ['http', 'https', 'mailto'],
      isAllowedUri: (url) => linkAddress(url) !== undefined,
      shouldAutoLink: (url) => linkAddress(url) !== undefined,
      HTMLAttributes: { target: '_blank', rel: 'noopener nofollow ugc' },
    },
  }),
  Picture,
]

// Pasted content of other programs, adapted so that the editor reads it as intended. The editor's schema, and then the server, decide
// what a text may have in it.

/** Cleans HTML from a browser or an office program. */
export function pastedHtml(html: string, origin: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const element of page.querySelectorAll('script, style, title, noscript, template, svg, math, iframe, object'))
    element.remove()
  for (const list of itemsOfWord(page)) intoList(list)
  for (const image of page.querySelectorAll('img')) {
    const src = image.getAttribute('src') ?? ''
    // A copy from one of our own pages has the whole address, written by the browser.
    const own = src.startsWith(origin) ? src.slice(origin.length) : src
    if (uploadedPicture(own)) image.setAttribute('src', own)
  }
  return page.body.innerHTML
}

/** Groups Word's lists, which are consecutive paragraphs with a sign in front. */
function itemsOfWord(page: Document): HTMLElement[][] {
  const items = [...page.querySelectorAll<HTMLElement>('p[style*="mso-list"], p[class*="MsoListParagraph"]')]
  const lists: HTMLElement[][] = []
  for (const item of items) {
    const last = lists.at(-1)
    if (last && item.previousElementSibling === last.at(-1)) last.push(item)
    else lists.push([item])
  }
  return lists
}

const numbered = /^[\s\u00a0]*(\d+|[a-z]|[ivx]+)[.)]/i
const sign = /^[\s\u00a0]*((\d+|[a-z]|[ivx]+)[.)]|[·•▪§o\u00b7\uf0b7-])[\s\u00a0]+/i

function intoList(items: HTMLElement[]) {
  const first = items[0]!
  const list = first.ownerDocument.createElement(numbered.test(first.textContent ?? '') ? 'ol' : 'ul')
  first.before(list)
  for (const paragraph of items) {
    const marks = paragraph.querySelectorAll('[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]')
    for (const mark of marks) mark.remove()
    const text = first.ownerDocument.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT).nextNode()
    if (text && marks.length === 0) text.textContent = (text.textContent ?? '').replace(sign, '')
    const item = list.appendChild(first.ownerDocument.createElement('li'))
    paragraph.removeAttribute('style')
    item.append(paragraph)
  }
}

const stars: [RegExp, string][] = [
  [/(^|[\s(])\*(?!\s)([^*\n]+?)(?<!\s)\*(?=$|[\s).,!?:;])/g, 'strong'],
  [/(^|[\s(])_(?!\s)([^_\n]+?)(?<!\s)_(?=$|[\s).,!?:;])/g, 'em'],
  [/(^|[\s(])~(?!\s)([^~\n]+?)(?<!\s)~(?=$|[\s).,!?:;])/g, 's'],
]

/** Converts a WhatsApp message, whose *bold*, _italic_ and ~struck~ words are copied with signs; undefined without any. */
export function messageHtml(text: string): string | undefined {
  if (!stars.some(([pattern]) => new RegExp(pattern.source).test(text))) return undefined
  const safe = text.replace(/\r\n?/g, '\n').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const marked = stars.reduce((all, [pattern, tag]) => all.replace(pattern, `$1<${tag}>$2</${tag}>`), safe)
  return marked
    .split(/\n\s*\n/)
    .map((part) => `<p>${part.trim().replaceAll('\n', '<br>')}</p>`)
    .join('')
}
