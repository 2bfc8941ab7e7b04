import { msg } from '@lingui/core/macro'
import type { DeviceType } from './device.ts'
import type { ViewSource } from './source.ts'

// What is true of views on both sides. A view is a visitor's stay that costs the drive a credit.

/** Minutes in which a visitor who comes back costs nothing more. */
export const stayMinutes = 30
/**
 * So many stays of one network count each for itself in a day: as long as they are no more than a third of what there
 * was. Beyond that its visitors count together, as one. See docs/decisions/0015.
 */
export const ownStays = (remaining: number): number => Math.min(1000, Math.max(5, Math.floor(remaining / 2)))
/** The owner is warned when so many credits or fewer are left. */
const lowViews = 5
/** How many of the newest views the owner sees one by one. */
export const viewsShown = 50

/** The spans of days that the charts can show. */
export const spans = [7, 30, 90] as const
/** The span an address asks for. Whatever is there, something sensible comes of it. */
export const spanOfViews = (asked: string | null): number => spans.find((span) => String(span) === asked) ?? 30

/** Who looks at a drive. */
export type Looking = {
  /** The key that stands for the visitor. */
  visitor: string
  address: string
  userAgent: string
  /** What the visitor's browser says of itself; else it is read from the user agent. */
  deviceType?: DeviceType | undefined
  location?: string | undefined
  /** Where they came from; left out where nobody knows. */
  source?: ViewSource | undefined
  /** The account they are signed in with. */
  personId?: string | null | undefined
  isAdmin?: boolean | undefined
  /** Our own page did not tell of it: it is counted for the owner and costs nothing. */
  isUnproven?: boolean | undefined
}

/**
 * What became of a look: it cost a credit, belongs to a stay that is counted already, costs nothing (the owner, an
 * administrator, a crawler, or a person other than our own page told of it), found no credit left, or there is no such drive to look at.
 */
export type Tracked = 'counted' | 'again' | 'free' | 'blocked' | 'missing'

/** How a drive stands with its credits. */
export const creditLevel = (remaining: number): 'plenty' | 'low' | 'exhausted' =>
  remaining <= 0 ? 'exhausted' : remaining <= lowViews ? 'low' : 'plenty'

/**
 * What the owner is to be told when this many views became that many: that few are left, or none. Each is reached once
 * until more views come.
 */
export function levelReached(before: number, after: number): 'low' | 'exhausted' | undefined {
  const level = creditLevel(after)
  return level === 'plenty' || level === creditLevel(before) ? undefined : level
}

export const viewTexts = { missing: msg`This fundraiser may not exist or is no longer active.` }
