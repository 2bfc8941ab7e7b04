import { ownStays } from './view.ts'

// The decision which visitors of one moment cost a drive a credit. No clock and no database: the caller passes what was found.

/** A visitor whose look may be counted. */
export type Looker = {
  /** The visitor's key. */
  visitor: string
  /** The shortened address of their network; '' when it tells no visitors apart. */
  network: string
}
export type FoundView = {
  /** Credits that are left. */
  remaining: number
  /** The keys whose stay is counted already: visitors, and networks that count as one. */
  staying: Set<string>
  /** Views that each network had in the last day. More than `ownStays` of what is left need not be counted. */
  ofNetworks: Map<string, number>
}
/** The outcome of a look, and the key that it is counted for. */
export type CountedView = { is: 'counted'; visitor: string } | { is: 'again' | 'blocked' }

/** The key of all visitors of a network that has used up its part of the credits. */
export const networkKey = (network: string) => `network ${network}`

/**
 * Counts the looks one by one, in the order in which they came, as if each had come alone: the same visitor twice pays
 * once, and the last credit is given once. A program that throws its cookie away, or calls itself another browser each
 * time, is a new visitor each time; so the limit of its network keeps it from shutting a drive.
 */
export function countView(looks: Looker[], found: FoundView): CountedView[] {
  const staying = new Set(found.staying)
  const ofNetworks = new Map(found.ofNetworks)
  let { remaining } = found
  return looks.map(({ visitor, network }): CountedView => {
    if (staying.has(visitor)) return { is: 'again' }
    if (remaining <= 0) return { is: 'blocked' }
    const before = ofNetworks.get(network) ?? 0
    const standsFor = network && before >= ownStays(remaining) ? networkKey(network) : visitor
    if (staying.has(standsFor)) return { is: 'again' }
    remaining--
    staying.add(standsFor)
    ofNetworks.set(network, before + 1)
    return { is: 'counted', visitor: standsFor }
  })
}
