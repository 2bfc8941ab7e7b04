import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Language } from '#app/kit/languages.ts'
import { kes } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'
import { daysBetween } from '#app/kit/time.ts'

// Limits and words of drives, for server and browser, and what follows from a drive's facts.

export const titleMax = 100
export const sloganMax = 150
export const sloganWords = 10
export const sloganDefault = 'unity is power'
export const locationMax = 80
export const locationDefault = 'Nairobi, Kenya'
export const descriptionMax = 100_000
export const imageUrlMax = 2000
/** The most characters of the organiser's words of thanks. */
export const thanksMax = 300
export const goalMin = kes(1)
/** The last day that a drive may end on. */
export const endDateMax = '2100-12-31'

export const categories = {
  Medical: msg`Medical`,
  Education: msg`Education`,
  Emergency: msg`Emergency`,
  Community: msg`Community`,
  Sports: msg`Sports`,
  Arts: msg`Arts`,
  Animals: msg`Animals`,
  Environment: msg`Environment`,
  Business: msg`Business`,
  Other: msg({ message: 'Other', context: 'category' }),
} satisfies Record<string, Words>
export type Category = keyof typeof categories
/** A category that the operator added, with its name in each language. */
export type OwnCategory = { id: number } & Record<Language, string>
/** A drive's category: one of the ten, or the operator's. */
export type ShownCategory = Category | OwnCategory

export const categoryName = (category: ShownCategory, i18n: Pick<I18n, '_' | 'locale'>): string =>
  typeof category === 'string' ? i18n._(categories[category]) : category[i18n.locale as Language]

export const statuses = ['active', 'paused', 'completed'] as const
export type Status = (typeof statuses)[number]
export const statusNames = {
  active: msg({ message: 'Active', context: 'fund drive' }),
  paused: msg({ message: 'Paused', context: 'fund drive' }),
  completed: msg({ message: 'Completed', context: 'fund drive' }),
} satisfies Record<Status, Words>

export const countWords = (text: string): number => text.split(/\s+/u).filter(Boolean).length

/** A title as pages show it: each word begins with a capital. */
export const capitalised = (title: string): string =>
  title.replace(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toLocaleUpperCase('en'))

/** Days until a drive ends, rounded up: 0 on its last day, below zero when it has ended, null when it has no end. */
export const daysLeft = (endDate: string | null, today: string): number | null =>
  endDate === null ? null : daysBetween(today, endDate)
