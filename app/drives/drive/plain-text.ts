// A description without an editor: a person without JavaScript types paragraphs, not tags.

const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** Paragraphs as HTML: an empty line begins a new one. */
export const paragraphsOf = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    .map(
      (part) =>
        `<p>${part
          .trim()
          .replace(/[&<>"]/g, (sign) => escaped[sign]!)
          .replaceAll('\n', '<br />')}</p>`,
    )
    .join('')

/** Turns HTML back into plain text; undefined where it holds more than paragraphs, which plain text would lose. */
export function plainOf(clean: string): string | undefined {
  if (/<(?!\/?p>|br \/>)/.test(clean)) return undefined
  return clean
    .replaceAll('\n', ' ')
    .replaceAll('<br />', '\n')
    .replaceAll('</p>', '\n\n')
    .replaceAll('<p>', '')
    .replace(/&(amp|lt|gt|quot);/g, (entity) => entities[entity]!)
    .trim()
}
