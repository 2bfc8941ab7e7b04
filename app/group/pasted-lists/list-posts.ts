import { itemNumber } from '#app/kit/pasted.ts'
import { sameLine } from './clean-text.ts'
import { amountsIn } from './list-amounts.ts'
import type { Piece } from './pieces.ts'

// In a chat, each person adds a line to the list and posts the whole list again: the last time that a line is posted is the one
// that counts.

const longestLine = 200

/** A numbered line of a chat by its number and its words, without what was said of it since. */
function keyOf({ speaker, kind, text }: Piece): string | null {
  const number =
    speaker !== null && kind === 'line' && text.length <= longestLine ? itemNumber.exec(text)?.[1] : undefined
  if (number === undefined) return null
  const line = sameLine(text)
  const [first] = amountsIn(line)
  return first ? `${number} ${line.slice(0, first.end)}` : null
}

/** By the number of each line that is posted again, the line of its last copy. */
export function postedAgain(pieces: readonly Piece[]): Map<number, number> {
  const last = new Map<string, Piece>()
  const earlier = new Map<number, number>()
  for (const piece of [...pieces].reverse()) {
    const key = keyOf(piece)
    if (key === null) continue
    const copy = last.get(key)
    if (!copy) last.set(key, piece)
    else if (copy.post !== piece.post) earlier.set(piece.nr, copy.line)
  }
  return earlier
}
