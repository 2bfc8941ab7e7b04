// What search engines are told of a drive.

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
const most = 160

/** The beginning of a description, as plain text: whole words, as many as a search engine shows. */
export function excerptOf(html: string): string {
  const text = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot);/g, (entity) => entities[entity]!)
    .replace(/\s+/g, ' ')
    .trim()
  if (text.length <= most) return text
  const end = text.lastIndexOf(' ', most - 1)
  return `${text.slice(0, end > most / 2 ? end : most - 1)}…`
}

/** JSON that may stand inside a script element: nothing in it ends that element, or begins another. */
export const jsonInScript = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
