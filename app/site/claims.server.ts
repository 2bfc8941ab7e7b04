import { msg } from '@lingui/core/macro'
import { figuresOfAll } from '#app/drives/drive/summary.server.ts'
import { kes } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'
import type { AboutName } from '#app/people/about/about.ts'
import type { Db } from '#app/platform/db.server.ts'
import { chosen } from '#app/platform/settings/choices.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import type { Claimed } from './landing/drawn.tsx'

// The claims of the service about itself. On a laptop and in a demo they are those of the specification; on a server that people use,
// only those that were counted, or that the operator says are true.

/** A smaller figure is hidden: it says nothing about a service that has just begun. */
const least = { raised: kes(100_000), campaigns: 10, countries: 2 }

/** Returns the figures of the landing page, null where it shows none, and until when they hold, in milliseconds since 1970. */
export async function landingClaims(db: Db, now = Date.now()): Promise<{ claims: Claimed | null; until: number }> {
  const way = chosen('LANDING_FIGURES')
  if (way === 'counted') {
    const { raised, campaigns, countries, until } = await figuresOfAll(db, now)
    const claims = {
      raised: raised < least.raised ? null : roundedDown(raised / 100),
      campaigns: campaigns < least.campaigns ? null : roundedDown(campaigns),
      countries: countries < least.countries ? null : roundedDown(countries),
    }
    return { claims: unlessEmpty(claims), until }
  }
  const own = {
    raised: chosen('LANDING_RAISED') || null,
    campaigns: chosen('LANDING_CAMPAIGNS') || null,
    countries: chosen('LANDING_COUNTRIES') || null,
  }
  return { claims: way === 'hidden' ? null : unlessEmpty(own), until: Number.POSITIVE_INFINITY }
}

const unlessEmpty = (claims: Claimed) => (Object.values(claims).some((one) => one !== null) ? claims : null)

const units = [
  [1_000_000_000, 'B'],
  [1_000_000, 'M'],
  [1000, 'K'],
  [1, ''],
] as const

/** Rounds down to two digits, as people say a figure: 1,284,300 is 1.2M+, 347 is 340+, and 47 is 47. */
export function roundedDown(amount: number): string {
  const count = Math.floor(amount)
  const step = 10 ** Math.max(0, String(count).length - 2)
  const round = Math.floor(count / step) * step
  const [unit, letter] = units.find(([least]) => round >= least) ?? [1, '']
  return `${round / unit}${letter}${round < amount ? '+' : ''}`
}

/** True if the pages may say that a person answers at any time, and within one working day. */
export const claimsSupport = (): boolean => chosen('SUPPORT_CLAIM') === 'on'

/** True if a first draft of this page says at its top that it is one: in it the operator makes promises that bind. */
export const isPromise = (page: AboutName): boolean => settings.isForReal && (page === 'terms' || page === 'privacy')

const countries = [msg`Kenya`, msg`Uganda`, msg`Tanzania`, msg`Nigeria`, msg`Ghana`, msg`plus 10 more`]

/** The countries that the footer names. A server that people use names only the one whose shillings it takes: no server works in all. */
export const countriesClaimed = (): Words[] | undefined => (settings.isForReal ? undefined : countries)
