import { mostCharacters } from '#app/group/pasted-lists/pasted-list.ts'
import { itemNumber, pastedText } from '#app/kit/pasted.ts'

// Cleans a group's paste into one spelling.

/** Marks the tabs between cells of a spreadsheet; a tab that only indents a line is none. */
const withCells = (line: string): string => (line.trim().includes('\t') ? line.trimEnd().replaceAll('\t', ' | ') : line)

export const cleanText = (pasted: string): string =>
  pastedText(pasted.slice(0, mostCharacters).split('\n').map(withCells).join('\n'), mostCharacters).replace(gap, '$1,')
/** 'KSH 2, 500.00' is one amount. */
const gap = /((?:kshs?|kes)[.:]? ?\d{1,3}), (?=\d{3}(?:\.\d\d|\/[=-])(?!\d))/gi

/** Replaces text by as many spaces, so that the text behind it keeps its position. */
export const blankOut = (text: string): string => ' '.repeat(text.length)

/** Reads '1,250.50' as whole cents. */
export const centsOf = (digits = '0'): number => Math.round(Number(digits.replaceAll(',', '') || 0) * 100)

/** Returns the key of a line that comes again, with any number in front and however a chat makes it bold. */
export const sameLine = (line: string): string => {
  const bare = cleanText(line).replace(itemNumber, '').replace(/[*_~]/g, '')
  return bare.replace(/ +/g, ' ').trim().toLowerCase()
}
