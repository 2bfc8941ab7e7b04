import { uploadedPicture } from '#app/kit/picture.ts'

// What comes from other programs, made such that the editor reads it as it was meant. What may stand in a text at all,
// the editor's schema decides, and the server after it.

/** HTML from a browser or an back office program. */
export function pastedHtml(html: string, origin: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const element of page.querySelectorAll('script, style, title, noscript, template, svg, math, iframe, object'))
    element.remove()
  for (const list of itemsOfWord(page)) intoList(list)
  for (const image of page.querySelectorAll('img')) {
    const src = image.getAttribute('src') ?? ''
    // Copied from one of our own pages, where the browser wrote the whole address.
    const own = src.startsWith(origin) ? src.slice(origin.length) : src
    if (uploadedPicture(own)) image.setAttribute('src', own)
  }
  return page.body.innerHTML
}

/** Word writes lists as paragraphs with a sign in front: those that follow each other, together. */
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

/** A message from WhatsApp, whose *bold*, _italic_ and ~struck~ words it hands out as signs; undefined without any. */
export function messageHtml(text: string): string | undefined {
  if (!stars.some(([pattern]) => new RegExp(pattern.source).test(text))) return undefined
  const safe = text.replace(/\r\n?/g, '\n').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const marked = stars.reduce((all, [pattern, tag]) => all.replace(pattern, `$1<${tag}>$2</${tag}>`), safe)
  return marked
    .split(/\n\s*\n/)
    .map((part) => `<p>${part.trim().replaceAll('\n', '<br>')}</p>`)
    .join('')
}
