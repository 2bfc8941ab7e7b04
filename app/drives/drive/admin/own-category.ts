import { msg } from '@lingui/core/macro'
import type { Says, Words } from '#app/kit/says.ts'

/** The most characters of a category's name. */
export const categoryNameMax = 40

export type CategoryTyped = { english: string; swahili: string; place: number; hidden: boolean }

/** Categories that are added with one press. */
export const suggestedCategories = [
  { english: 'Funeral', swahili: 'Mazishi', place: 10 },
  { english: 'Wedding', swahili: 'Harusi', place: 20 },
  { english: 'Church', swahili: 'Kanisa', place: 30 },
] as const

export const categoryTexts = {
  name: msg`Please give a name of up to 40 letters.`,
  builtIn: msg`One of the ten categories has this name.`,
  taken: msg`Another category has this name.`,
  place: msg`Please give a whole number from 1 to 999.`,
  tooMany: msg`There are forty categories already.`,
  gone: msg`Another administrator has removed this category.`,
  used: msg`A fund drive has this category, so it stays. You can hide it.`,
  saved: { title: msg`Category saved` },
  removed: { title: msg`Category removed` },
  failed: { title: msg`The category could not be saved` },
} satisfies Record<string, Says | Words>
