import { msg } from '@lingui/core/macro'
import type { Says, Words } from '#app/kit/says.ts'

// What is true of comments on both sides: limits, words, and how old one is.

export const contentMax = 1000
export const nameMax = 100
export const nameDefault = 'Anonymous Supporter'
export const commentsAtOnce = 20

export type State = 'shown' | 'quarantined' | 'hidden'
export type Suspicion = 'link' | 'phone' | 'repeated'

export const says = {
  contentMissing: msg`Please write a comment.`,
  contentLong: msg`Please use at most 1,000 characters.`,
  nameLong: msg`Please use at most 100 characters.`,
  missing: msg`This comment is no longer there.`,
  driveMissing: msg`Fundraiser Not Found`,
} satisfies Record<string, Words | Says>

export type Age = { unit: 'now' } | { unit: 'minutes' | 'hours' | 'days'; count: number }

/** How old a comment is: just now, minutes under 60, hours under 24, then days. A clock that is ahead makes none older. */
export function ageOf(at: Date, now: Date): Age {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000)
  if (minutes < 1) return { unit: 'now' }
  if (minutes < 60) return { unit: 'minutes', count: minutes }
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? { unit: 'hours', count: hours } : { unit: 'days', count: Math.floor(hours / 24) }
}
