// Pasted text in one spelling, so that parsers read plain letters, digits and spaces only.

/** Invisible marks: they turn text round, join emoji, or choose how a sign is drawn. */
const unseen = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\ufe0e|\ufe0f/g
/** A list's number, drawn as keys: a digit with a frame, several of them, or the one sign for ten. */
const keys = /(?:\d\ufe0f?\u20e3)+|\u{1f51f}/gu

/** More marks on one letter than any language has: sorting them takes quadratic time. */
const pile = /(\p{M}{30})\p{M}+/gu

/** Writes one kind of space, dash and quote, and cuts the text to the limit. */
export function pastedText(pasted: string, mostCharacters: number): string {
  const text = pasted
    .slice(0, mostCharacters)
    .replace(keys, (all) => `${all === '\u{1f51f}' ? '10' : all.replace(/\D/g, '')}. `)
    .replace(pile, '$1')
    .normalize('NFKC')
    // NFKC can turn one letter into eighteen.
    .slice(0, mostCharacters)
  return text
    .toWellFormed()
    .replace(unseen, '')
    .replace(/[\u2018\u2019\u02bc\u0060\u00b4]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/[^\S\n]+|\p{Cc}(?<!\n)/gu, ' ')
    .replace(/ {2,}/g, ' ')
}

/** Cleans pasted text into one line, without spaces at either end. */
export const pastedLine = (pasted: string, mostCharacters: number): string =>
  pastedText(pasted, mostCharacters).replace(/\s+/g, ' ').trim()

/** Removes what is crossed out in a line of clean text; null where no word is left. */
export function withoutCrossedOut(line: string): string | null {
  const left = line.replace(/~[^~]{1,100}~/g, ' ')
  return left === line || /\p{L}{2}/u.test(left) ? left : null
}

/** Removes pictures, flags and ticks. */
export const withoutPictograms = (line: string): string =>
  line.replace(/[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u2713\u221a\u200d]/gu, ' ')

/** The number in front of a list's line, with the marks around it. */
export const itemNumber =
  /^[ *_>#\u2022\u00b7\u25aa\u25cf\u27a2\u2794~-]*\(?(\d{1,4}) ?(?:[.):\]]+(?!\d)|-+(?!\d)|[.)]+(?=\d{3,}\b))[ *_-]*/

const longestName = 80

/** Writes names in capitals as usual: JANE WANJIKU NDUNG'U becomes Jane Wanjiku Ndung'u. */
export function tidyName(name: string): string {
  const text = name.replace(/ +/g, ' ').trim().slice(0, longestName).trim()
  if (/\p{Ll}/u.test(text)) return text
  return text.toLowerCase().replace(/(^|[\s\-(/.&])(\p{L})/gu, (all) => all.toUpperCase())
}

const day = String.raw`\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?`
const wholeDay = String.raw`\d{1,2}[/.]\d{1,2}[/.]\d{2,4}`
const clock = String.raw`\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?: ?[ap]\.?m\.?)?`
/** '[12/11, 21:03] Name: …' as it is copied, '[12/10/26, 18:45:10] ~ Name: …' and '12/10/2026, 18:44 - Name: …' as exported. */
const stamps = [
  String.raw`\[(?:(?:${clock}),? )?(?<a>${day})(?:,? ${clock})?\] ?`,
  String.raw`(?<b>${wholeDay}),? ${clock}(?: ?- ?| )`,
]
const stamp = new RegExp(`^ ?(?:${stamps.join('|')})(?:~ ?)?(?<rest>.*)$`, 'i')

/** Splits a line of a chat into the text, its speaker and the day as written there. The chat's own news have no speaker. */
export function saidInChat(line: string): { speaker: string | null; day: string; text: string } | null {
  const { a, b, rest } = stamp.exec(line)?.groups ?? {}
  if (rest === undefined) return null
  const [, speaker, text] = /^([^:]{1,60}): ?(.*)$/.exec(rest) ?? []
  // '12/11/2026, 21:03 500' is a line of a list; nobody speaks in it, and no dash says that it is news.
  if (speaker === undefined && a === undefined && !/\d ?- ?[^-]*$/.test(line)) return null
  return speaker === undefined
    ? { speaker: null, day: (a ?? b)!, text: rest }
    : { speaker: speaker.trim(), day: (a ?? b)!, text: text! }
}
