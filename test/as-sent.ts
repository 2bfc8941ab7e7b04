import { wholeApp } from './whole-app.ts'

// Pages as the server sends them, asked through the whole app, without a browser and without a build.

/** Opens the app for this file; asks it for a page as a person with this cookie. */
export function pagesAsSent() {
  const at = wholeApp({ drawn: true })
  return async (path: string, cookie = '') => {
    const { status, text, headers } = await at.ask(path, {
      headers: { cookie, accept: 'text/html', 'user-agent': 'Firefox/150' },
    })
    return { status, html: text, words: wordsOf(text), to: headers.location }
  }
}

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", nbsp: ' ' }
/** A text or an attribute of a page as a browser reads it. */
export const unescaped = (html: string): string => html.replace(/&([#\w]+);/g, (all, sign) => signs[sign] ?? all)

/** What can be read of a piece of a page, with single spaces. */
export const wordsOf = (html: string): string =>
  unescaped(
    html
      .replace(/<(script|style)\b.*?<\/\1>/gs, ' ')
      .replace(/<!--.*?-->/gs, '')
      .replace(/<[^>]+>/g, ' '),
  )
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim()

/** The first piece of a page that a pattern finds; its first group where it has one. */
export function pieceOf(html: string, pattern: RegExp): string {
  const found = pattern.exec(html)
  if (!found) throw new Error(`nothing on the page is like ${pattern}: ${wordsOf(html)}`)
  return found[1] ?? found[0]
}

/** What is on the page in this order, as far as it does. */
export const inOrder = (html: string, pieces: string[]): string[] =>
  pieces
    .map((piece) => ({ piece, at: html.indexOf(piece) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ piece }) => piece)
