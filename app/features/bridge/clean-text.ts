import { itemNumber, pastedText } from '#app/kit/pasted.ts'
import { mostCharacters } from './row.ts'

// A paste of a group in one spelling.

export const cleanText = (pasted: string): string => pastedText(pasted, mostCharacters)

/** As many spaces: what stays behind is where it was. */
export const blankOut = (text: string): string => ' '.repeat(text.length)

/** A line by which it is known again, whatever number it has and however a chat makes it bold. */
export const sameLine = (line: string): string => {
  const bare = cleanText(line).replace(itemNumber, '').replace(/[*_~]/g, '')
  return bare.replace(/ +/g, ' ').trim().toLowerCase()
}
