// Typed text, cleaned before it is stored: invisible signs and those that turn the direction of the text are removed.

/** Control characters except tabs and line breaks; marks that turn the direction of text; characters of no width. */
const unseen = /(?![\t\n])\p{Cc}|[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu
/** More marks on one letter than any language has: sorting them takes quadratic time. */
const pile = /(\p{M}{30})\p{M}+/gu
/** Removes invisible characters and writes each letter in its one way. */
export const sane = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(unseen, '')
    .replace(pile, '$1')
    .normalize('NFC')
    .replace(pile, '$1')

/** Cleans a name or a title: one line, single spaces. Empty when nothing in it can be seen. */
export function oneLine(text: string): string {
  const line = sane(text).replace(/\s+/gu, ' ').trim()
  return isBlank(line) ? '' : line
}

/** Cleans a message: its paragraphs stay, with at most one empty line between them. Empty when nothing in it can be seen. */
export function manyLines(text: string): string {
  const lines = sane(text)
    // Matches only from the start of a run of spaces, never inside: else a long run takes minutes.
    .replace(/(?<![^\S\n])[^\S\n]+$/gmu, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return isBlank(lines) ? '' : lines
}

/** Checks for letters that look like nothing: fillers of Hangul, the empty Braille cell, joiners on their own. */
const isBlank = (text: string) => !/[^\s\p{Cf}\p{Mn}\u115f\u1160\u3164\uffa0\u2800]/u.test(text)
