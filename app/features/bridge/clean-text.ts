import { mostCharacters } from './row.ts'

// Text as people paste it, in one spelling: whatever is in it, what follows reads plain letters, digits and spaces.

/** Marks that nobody sees: they turn text round, join emoji, or choose how a sign is drawn. */
const unseen = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\ufe0e|\ufe0f/g
/** A number of a list, drawn as keys: a digit with a frame, several of them, or the one sign for ten. */
const keys = /(?:\d\ufe0f?\u20e3)+|\u{1f51f}/gu

/** More marks on one letter than any language has: to put them in their order takes the square of their number. */
const pile = /(\p{M}{30})\p{M}+/gu

/** One kind of space, dash and quote, and no more than is read. */
export function cleanText(pasted: string): string {
  const text = pasted
    .slice(0, mostCharacters)
    .replace(keys, (all) => `${all === '\u{1f51f}' ? '10' : all.replace(/\D/g, '')}. `)
    .replace(pile, '$1')
    .normalize('NFKC')
    // One letter can stand for eighteen.
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

/** As many spaces: what stays behind is where it was. */
export const blankOut = (text: string): string => ' '.repeat(text.length)

/** The number in front of a line of a list, with the marks around it. */
export const itemNumber =
  /^[ *_>#\u2022\u00b7\u25aa\u25cf\u27a2\u2794~-]*\(?(\d{1,4}) ?(?:[.):\]]+(?!\d)|-+(?!\d)|[.)]+(?=\d{3,}\b))[ *_-]*/

/** A line by which it is known again, whatever number it has and however a chat makes it bold. */
export const sameLine = (line: string): string => {
  const bare = cleanText(line).replace(itemNumber, '').replace(/[*_~]/g, '')
  return bare.replace(/ +/g, ' ').trim().toLowerCase()
}
