import { randomInt } from 'node:crypto'

// The link of a guest's own page, and the code of a pass.

const letters = '23456789abcdefghijkmnpqrstuvwxyz'
const codeLetters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const some = (signs: string, many: number) =>
  Array.from({ length: many }, () => signs[randomInt(signs.length)]).join('')
/** The secret end of a guest's address: sixty random bits. */
export const newLink = (): string => some(letters, 12)
/** The code that is told or typed at the door. */
export const newCode = (): string => some(codeLetters, 6)
export const isLink = (text: string): boolean => /^[2-9a-km-np-z]{12}$/.test(text)
