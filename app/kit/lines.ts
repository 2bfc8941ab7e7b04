// Text that people type, tidied before it is kept: what can't be seen, or turns the direction of what follows, goes.

/** Controls but tabs and line breaks; marks that turn the direction of text around; what is as wide as nothing. */
const unseen = /(?![\t\n])\p{Cc}|[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu
/** More marks on one letter than any language has: to put them in their order takes the square of their number. */
const pile = /(\p{M}{30})\p{M}+/gu
/** Text without what can't be seen, each letter written in its one way. */
export const sane = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(unseen, '')
    .replace(pile, '$1')
    .normalize('NFC')
    .replace(pile, '$1')

/** A name or a title: one line, single spaces. Empty when nothing in it can be seen. */
export function oneLine(text: string): string {
  const line = sane(text).replace(/\s+/gu, ' ').trim()
  return isBlank(line) ? '' : line
}

/** A message: its paragraphs stay, never more than one empty line between them. Empty when nothing in it can be seen. */
export function manyLines(text: string): string {
  const lines = sane(text)
    // Looked at where a run of spaces begins and nowhere inside it: else a long one takes minutes.
    .replace(/(?<![^\S\n])[^\S\n]+$/gmu, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return isBlank(lines) ? '' : lines
}

/** Some letters look like nothing: fillers of Hangul, the empty Braille cell, joiners on their own. */
const isBlank = (text: string) => !/[^\s\p{Cf}\p{Mn}\u115f\u1160\u3164\uffa0\u2800]/u.test(text)
