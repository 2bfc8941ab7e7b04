import { msg, plural } from '@lingui/core/macro'
import { z } from 'zod'
import { groupMax, invitationTexts as guestSays, seatsMax } from '#app/invitations/guests/invitation.ts'
import { oneLine } from '#app/kit/lines.ts'
import { type Says, said, type Words } from '#app/kit/says.ts'
import type { Choice, ComparedGuest, Differs } from './plan-guests.ts'
import type { GuestDoubt, NoGuest } from './read-guest.ts'
import { mostLetters } from './read-guests.ts'

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

/** A host's pasted list, or the file that they send instead. */
export const listForm = z.object({
  text: z
    .string()
    .catch('')
    .pipe(z.string().max(mostLetters, said(guestImportTexts.tooLong))),
  file: z
    .instanceof(File)
    .optional()
    .catch(undefined)
    .transform((file) => (file && file.size > 0 ? file : undefined)),
})

export const listIdForm = z.object({
  list: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number)
    .catch(0),
})

/** Other fields: `choice.12` for each row that repeats a guest, and `take.12` for one that looks like a message. */
export const enterForm = z.looseObject({
  ...listIdForm.shape,
  'occasions[]': z
    .array(z.string().regex(/^([1-9]|1\d|20)$/))
    .max(20)
    .catch([])
    .transform((all) => all.map(Number)),
  seats: z
    .string(said(guestSays.seatsRange))
    .trim()
    .regex(/^[0-9]{1,3}$/, { error: said(guestSays.seatsRange), abort: true })
    .transform(Number)
    .pipe(z.number().min(1, said(guestSays.seatsRange)).max(seatsMax, said(guestSays.seatsRange))),
  group: z
    .string()
    .default('')
    .transform((text) => oneLine(text).replace(/^#/, '').trim())
    .pipe(z.string().max(groupMax, said(guestImportTexts.groupLong))),
  vouched: z
    .string()
    .optional()
    .transform((text) => text === 'on'),
})

/** Above this number, rows are not asked about one by one: a form has no more than 1,000 fields. */
export const asksMost = 300

/** Reads the host's choice for a row; without a choice, it is one guest. */
export const choiceIn =
  (fields: Record<string, unknown>) =>
  ({ nr }: ComparedGuest): Choice => {
    const typed = fields[`choice.${nr}`] ?? fields['choice.all']
    return typed === 'two' ? 'two' : 'one'
  }

/** True for a row that looks like a message and that the host ticked. */
export const importGuestsForm =
  (fields: Record<string, unknown>) =>
  ({ nr }: ComparedGuest): boolean =>
    fields[`take.${nr}`] === 'on'
