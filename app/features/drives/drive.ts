import { msg } from '@lingui/core/macro'
import { kes } from '#app/kit/money.ts'
import type { Says, Words } from '#app/kit/says.ts'
import { daysBetween } from '#app/kit/time.ts'

// What is true of drives on both sides: limits, words, and what follows from what is known of one.

export const titleMax = 100
export const sloganMax = 150
export const sloganWords = 10
export const sloganDefault = 'unity is power'
export const locationMax = 80
export const locationDefault = 'Nairobi, Kenya'
export const descriptionMax = 100_000
export const imageUrlMax = 2000
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

export const statuses = ['active', 'paused', 'completed'] as const
export type Status = (typeof statuses)[number]
export const statusNames = {
  active: msg({ message: 'Active', context: 'fund drive' }),
  paused: msg({ message: 'Paused', context: 'fund drive' }),
  completed: msg({ message: 'Completed', context: 'fund drive' }),
} satisfies Record<Status, Words>

export const says = {
  created: { title: msg`Success!`, text: msg`Your fund drive has been created successfully.` },
  createFailed: { title: msg`Failed to create fund drive. Please try again.`, tone: 'bad' },
  titleMissing: msg`Please enter a title.`,
  titleLong: msg`Please use at most 100 characters.`,
  sloganWords: msg`Campaign slogan must not exceed 10 words`,
  sloganLong: msg`Please use at most 150 characters.`,
  categoryMissing: msg`Please choose a category.`,
  goalMissing: msg`Please enter a goal amount of at least KES 1.`,
  endDateShape: msg`Please enter a valid date.`,
  endDatePast: msg`Please choose today or a later day.`,
  endDateFar: msg`Please choose a day before the year 2101.`,
  imageShape: msg`Please enter the address of an image, beginning with https://`,
  locationLong: msg`Please use at most 80 characters.`,
  descriptionLong: msg`This description is too long.`,
  pictureGone: msg`A picture in this text is no longer there. Please remove it and upload it again.`,
  described: { title: msg`Description updated successfully` },
  notDescribed: { title: msg`Error updating description`, tone: 'bad' },
  unverified: msg`Please confirm your email address first. Then you can start a fund drive.`,
  missing: msg`Fund Drive Not Found`,
  stale: {
    title: msg`Not saved: this was changed in another window`,
    text: msg`Copy what you wrote, load the page again, and save it then.`,
  },
  goalFirst: msg`Please set a goal amount first.`,
  moneyCame: msg`This fund drive has received money, so it can't be deleted. You can complete it instead.`,
} satisfies Record<string, Words | Says>

export const countWords = (text: string): number => text.split(/\s+/u).filter(Boolean).length

/** A title as pages show it: each word begins with a capital. */
export const capitalised = (title: string): string =>
  title.replace(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toLocaleUpperCase('en'))

/** How much of the goal is there, in percent to one decimal; 0 without a goal. */
export const percentOf = (raised: number, goal: number): number =>
  goal > 0 && raised > 0 ? Math.round((raised * 1000) / goal) / 10 : 0

/** Days until a drive ends, rounded up: 0 on its last day, below zero when it has ended, null when it has no end. */
export const daysLeft = (endDate: string | null, today: string): number | null =>
  endDate === null ? null : daysBetween(today, endDate)
