import type { Arrival } from './event.ts'

// Computes who is inside, and who was let in twice: the phones and the server get the same result from the same events.

/** Sorts by the time of the event, not by when it was received. */
const inOrder = (a: Arrival, b: Arrival): number => a.at - b.at || a.received - b.received || (a.id < b.id ? -1 : 1)

/** Returns arrivals that were not undone, in order. */
export function countedOf(arrivals: Arrival[]): Arrival[] {
  const undone = new Set(arrivals.flatMap(({ undoes }) => undoes ?? []))
  return arrivals.filter(({ kind, id }) => kind === 'in' && !undone.has(id)).sort(inOrder)
}

/** Counts all people who were let in, flagged ones too. */
export const headsOf = (counted: Arrival[]): number => counted.reduce((sum, { people }) => sum + people, 0)

/** An arrival that seemed good at its door, though others had come by the same pass. `other`: the first of them at another door. */
export type Flag = { arrival: Arrival; other: Arrival }

/** Finds double arrivals. `party`: how many an invitation is for. The first arrivals fill it; later ones are flagged. */
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
