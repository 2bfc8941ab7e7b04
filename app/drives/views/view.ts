import { msg } from '@lingui/core/macro'
import type { DeviceType } from './device.ts'
import type { ViewSource } from './source.ts'

// Limits and types of views, for server and browser. A view is a visitor's stay that costs the drive a credit.

/** Minutes in which a visitor who comes back costs nothing more. */
export const stayMinutes = 30
/**
 * How many stays of one network count each for itself in a day: no more than a third of what there was. Beyond that its
 * visitors count together, as one. See docs/decisions/0015.
 */
export const ownStays = (remaining: number): number => Math.min(1000, Math.max(5, Math.floor(remaining / 2)))
/** The owner is warned when so many credits or fewer are left. */
const lowViews = 5
/** How many of the newest views the owner sees one by one. */
export const viewsShown = 50

/** The spans of days that the charts can show. */
export const spans = [7, 30, 90] as const
/** Returns the span that an address asks for; 30 days if it is invalid. */
export const spanOfViews = (asked: string | null): number => spans.find((span) => String(span) === asked) ?? 30

/** A visitor who looks at a drive. */
export type Looking = {
  /** The visitor's key. */
  visitor: string
  address: string
  userAgent: string
  /** The device that the visitor's browser reports; else it is read from the user agent. */
  deviceType?: DeviceType | undefined
  location?: string | undefined
  /** The source they came from; left out where nobody knows. */
  source?: ViewSource | undefined
  /** The account they are signed in with. */
  personId?: string | null | undefined
  isAdmin?: boolean | undefined
  /** True if our own page did not report the look: it is counted for the owner and costs nothing. */
  isUnproven?: boolean | undefined
}

/**
 * The outcome of a look: it cost a credit, belongs to a stay counted already, costs nothing (the owner, an
 * administrator, a crawler, or not reported by our own page), found no credit left, or no such drive exists.
 */
export type Tracked = 'counted' | 'again' | 'free' | 'blocked' | 'missing'

/** Returns how many credits are left, as a level. */
export const creditLevel = (remaining: number): 'plenty' | 'low' | 'exhausted' =>
  remaining <= 0 ? 'exhausted' : remaining <= lowViews ? 'low' : 'plenty'

/**
 * Returns the level to tell the owner of when this many views became that many: few left, or none. Each is reached once
 * until more views come.
 */
export function levelReached(before: number, after: number): 'low' | 'exhausted' | undefined {
  const level = creditLevel(after)
  return level === 'plenty' || level === creditLevel(before) ? undefined : level
}

export const viewTexts = { missing: msg`This fundraiser may not exist or is no longer active.` }
