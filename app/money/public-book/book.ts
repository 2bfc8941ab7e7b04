import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// The public book of a drive: every movement of its money that passed through us, a line each, closed day by day with a fingerprint.
// A person who keeps a fingerprint can see later that no line up to that day was changed.

export type BookKind = 'gift' | 'back' | 'sent' | 'returned' | 'forgiven'

export const bookKindWords = {
  gift: msg`Gift`,
  back: msg`Refunded`,
  sent: msg`Sent`,
  returned: msg`Returned`,
  forgiven: msg`Debt forgiven`,
} satisfies Record<BookKind, Words>

/** The heads of the columns, on the page and in the table's file. */
export const bookHeads = {
  n: msg({ message: 'No.', context: 'number of a line' }),
  day: msg`Day`,
  kind: msg({ message: 'What', context: 'column of the public book' }),
  amount: msg({ message: 'Sum', context: 'column of the public book' }),
  fee: msg`Fee`,
  balance: msg`Total`,
  ref: msg`Code`,
} satisfies Record<keyof BookLine, Words>

/** A line as readers see it. `n`: its number; null until its day is closed. Amounts are cents; what goes out is below zero. */
export type BookLine = {
  n: number | null
  day: string
  kind: BookKind
  amount: number
  fee: number
  balance: number | null
  ref: string
}

/** The fingerprint of a closed day, as people compare it: its first 16 digits in groups of four. */
export const fingerprintText = (hash: string): string => hash.slice(0, 16).replace(/(.{4})(?=.)/g, '$1 ')

/** The code of a gift as its receipt shows it: 7KQX3-M9D2F. Other codes stay as they are. */
export const refText = (ref: string): string => (ref.length === 10 ? `${ref.slice(0, 5)}-${ref.slice(5)}` : ref)

/** The longest code that is looked for, with the spaces and dashes that people type. */
const longestCode = 40

/** Reads a code as it was typed. Letters that Crockford's alphabet leaves out are read as the digits that they look like. */
export function typedRef(text: string): string {
  const ref = text
    .slice(0, longestCode)
    .replace(/[^\da-z]/gi, '')
    .toUpperCase()
  return /^[WF]\d+$/.test(ref) ? ref : ref.replaceAll('O', '0').replace(/[IL]/g, '1')
}

const jobs = {
  'close-books': msg`Closing the day in the public books of fund drives`,
  'mail-book': msg`The email about a closed day of a public book, to the owner and treasurers`,
} satisfies Record<string, Words>

/** The declarations of this noun, for app/admin/declared.ts. */
export const publicBookDeclared = { jobs }

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'close-books': Record<never, never>
    'mail-book': { driveId: string; day: string; userId: string }
  }
}
