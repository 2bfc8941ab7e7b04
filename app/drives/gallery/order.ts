/** The move of an item before another, or to the end. */
export type Move = { id: string; before: string | null }

/** Returns the order after a move. A repeated move changes nothing, nor does one whose target is gone. */
export function moved(order: string[], { id, before }: Move): string[] {
  if (!order.includes(id) || id === before) return order
  const others = order.filter((other) => other !== id)
  const at = before === null ? others.length : others.indexOf(before)
  return at < 0 ? order : others.toSpliced(at, 0, id)
}

/** The move that takes one a place forward or back; undefined at either end. */
export function step(order: string[], id: string, way: 'earlier' | 'later'): Move | undefined {
  const at = order.indexOf(id)
  if (at < 0 || at === (way === 'earlier' ? 0 : order.length - 1)) return undefined
  return { id, before: order[way === 'earlier' ? at - 1 : at + 2] ?? null }
}

/** The order while one is dragged over another: it takes that one's place, and those between them close up. */
export function heldOver(order: string[], id: string, over: string): string[] {
  const at = order.indexOf(over)
  return at < 0 || id === over ? order : order.filter((other) => other !== id).toSpliced(at, 0, id)
}

/** The place one will have after a move, counted from one. */
export const placeAfter = (order: string[], move: Move): number => moved(order, move).indexOf(move.id) + 1
