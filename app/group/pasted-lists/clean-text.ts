import { itemNumber, pastedText } from '#app/kit/pasted.ts'
import { mostCharacters } from './row.ts'

// A paste of a group in one spelling.

/** Between two cells of a spreadsheet there is a tab; one that only moves a line to the right is none. */
const withCells = (line: string): string => (line.trim().includes('\t') ? line.trimEnd().replaceAll('\t', ' | ') : line)

export const cleanText = (pasted: string): string =>
  pastedText(pasted.slice(0, mostCharacters).split('\n').map(withCells).join('\n'), mostCharacters).replace(gap, '$1,')
/** 'KSH 2, 500.00' is one amount. */
const gap = /((?:kshs?|kes)[.:]? ?\d{1,3}), (?=\d{3}(?:\.\d\d|\/[=-])(?!\d))/gi

/** As many spaces: what stays behind is where it was. */
export const blankOut = (text: string): string => ' '.repeat(text.length)

/** Whole cents of '1,250.50'. */
export const centsOf = (digits = '0'): number => Math.round(Number(digits.replaceAll(',', '') || 0) * 100)

/** A line by which it is known again, whatever number it has and however a chat makes it bold. */
export const sameLine = (line: string): string => {
  const bare = cleanText(line).replace(itemNumber, '').replace(/[*_~]/g, '')
  return bare.replace(/ +/g, ' ').trim().toLowerCase()
}
