import type { Arrival } from './event.ts'

// Who is inside, and who was let in twice: the same on each phone and here, from the same events.

/** In the order in which things happened, whoever heard of them first. */
const inOrder = (a: Arrival, b: Arrival): number => a.at - b.at || a.received - b.received || (a.id < b.id ? -1 : 1)

/** Those who were let in and not taken back, in order. */
export function countedOf(arrivals: Arrival[]): Arrival[] {
  const undone = new Set(arrivals.flatMap(({ undoes }) => undoes ?? []))
  return arrivals.filter(({ kind, id }) => kind === 'in' && !undone.has(id)).sort(inOrder)
}

/** Everybody who was let in, flagged ones too. */
export const headsOf = (counted: Arrival[]): number => counted.reduce((sum, { people }) => sum + people, 0)

/** An arrival that seemed good where it happened, though others had come by the same pass. `other`: the first of them at another door. */
export type Flag = { arrival: Arrival; other: Arrival }

/** `party`: how many an invitation is for. Of those who were let in by one, those count who were first. */
export function flagsOf(counted: Arrival[], party: (invitation: string, arrival: Arrival) => number): Flag[] {
  const before = new Map<string, Arrival[]>()
  return counted.flatMap((arrival) => {
    const { invitation, saw } = arrival
    if (!invitation) return []
    const earlier = before.get(invitation) ?? []
    before.set(invitation, [...earlier, arrival])
    const other = earlier.find(({ door }) => door !== arrival.door)
    const isOver = headsOf(earlier) + arrival.people > party(invitation, arrival)
    return other && isOver && (saw === 'good' || saw === 'unlisted') ? [{ arrival, other }] : []
  })
}
