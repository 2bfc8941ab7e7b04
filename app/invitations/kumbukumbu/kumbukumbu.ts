import { msg } from '@lingui/core/macro'
import type { Says, Words } from '#app/kit/says.ts'

// A person's own book of households who helped them, so that they can return the help. For server and browser.

export const householdNameMax = 100
export const whatMax = 120
export const wordsMax = 500
export const peopleMax = 1000
/** In cents. */
export const gaveMax = 1_000_000_000
/** The most households of one book. */
export const mostHouseholds = 5000
export const [firstDay, lastDay] = ['1900-01-01', '2100-12-31']

/** A household as its owner describes it. */
export type Household = {
  name: string
  phone: string | null
  /** The name of the occasion. */
  what: string
  day: string | null
  /** The number of people who came. */
  people: number | null
  /** In cents. */
  gave: number | null
  words: string
}

export const kumbukumbuTexts = {
  added: { title: msg`Household added` },
  notAdded: { title: msg`The household could not be added. Please try again.`, tone: 'bad' },
  another: {
    title: msg`Not added: this form was used for another household`,
    why: msg`If this is one more household, press again. If it is the same household, open it in your book and change it there.`,
  },
  saved: { title: msg`Household saved` },
  notSaved: { title: msg`The household could not be saved. Please try again.`, tone: 'bad' },
  removed: { title: msg`Household removed` },
  notRemoved: { title: msg`The household could not be removed. Please try again.`, tone: 'bad' },
  remembered: { title: msg`The household is in your book` },
  noteRemoved: { title: msg`The note about you is removed` },
  noteNotRemoved: { title: msg`The note could not be removed. Please try again.`, tone: 'bad' },
  noneChosen: msg`Please choose at least one household.`,
  notChosen: { title: msg`The households could not be read. Please try again.`, tone: 'bad' },
  already: msg`This household is in your book already.`,
  notOwner: msg`Only the person who made this invitation can do this.`,
  missing: msg`This household is not in your book any more.`,
  full: msg`Your book has 5,000 households, the most it can have.`,
  stale: {
    title: msg`Changed in another window meanwhile.`,
    text: msg`Nothing was saved. Please load the page again and look at what changed.`,
    tone: 'bad',
  },
  name: msg`Please enter a name.`,
  nameLong: msg`Please use at most 100 characters.`,
  phone: msg`Please enter a valid phone number, such as 0712 345 678.`,
  whatLong: msg`Please use at most 120 characters.`,
  day: msg`Please enter a valid date.`,
  people: msg`Please enter a whole number between 0 and 1,000.`,
  gave: msg`Please enter an amount up to KES 10,000,000.`,
  wordsLong: msg`Please use at most 500 characters.`,
} satisfies Record<string, Says | Words>
