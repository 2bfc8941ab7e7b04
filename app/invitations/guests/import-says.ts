import { msg, plural } from '@lingui/core/macro'
import type { Says, Words } from '#app/kit/says.ts'
import type { Differs } from './compare-guests.ts'
import type { GuestDoubt, NoGuest } from './read-guest.ts'

/** The messages while a list of guests is entered. */
export const guestImportTexts = {
  notRead: { title: msg`The list could not be read. Please try again.`, tone: 'bad' },
  notEntered: { title: msg`The guests could not be added. Please try again.`, tone: 'bad' },
  empty: msg`Please paste your list, or choose a file.`,
  nobody: msg`We found no guest in this. A line needs a name, such as: Mama Njeri 0712 345 678 x4`,
  tooLong: msg`Please add at most 5,000 guests at once, and 1.5 MB.`,
  notText: msg`This file is no text. Please save the sheet as CSV, or export the contacts as vCard, without pictures.`,
  gone: msg`This list is no longer here. Please paste it again.`,
  vouch: msg`Please say that you know these people and may invite them.`,
  noOccasion: msg`Please choose what they are invited to.`,
  groupLong: msg`Please use at most 40 characters.`,
  manySeats: msg`Together they would have more than 50 seats. Keep both instead.`,
  check: { title: msg`Please look at the marked rows`, tone: 'bad' },
} satisfies Record<string, Says | Words>

export const addedSays = (n: number): Says => ({
  title: msg`${plural(n, { one: '# guest added', other: '# guests added' })}`,
})

/** Reasons why a line names no guest. */
export const importWhyWords: Record<NoGuest, Words> = {
  'no name': msg`No name found`,
  number: msg`The phone number can’t be right`,
  seats: msg`Seats have to be between 1 and 50`,
  'too long': msg`Too long for a guest`,
  heading: msg`A heading`,
  chat: msg`A message of the chat`,
  'crossed out': msg`Crossed out`,
}

/** Reasons to doubt how a line is read. */
export const doubtWords: Record<GuestDoubt, Words> = {
  label: msg`Is this a label or a name before the colon?`,
  'not coming': msg`The list says that they do not come`,
}

export const differsWords: Record<Differs, Words> = {
  phone: msg`phone number`,
  email: msg`email address`,
  seats: msg`seats`,
  groups: msg`groups`,
}
