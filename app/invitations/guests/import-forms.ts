import { z } from 'zod'
import { oneLine } from '#app/kit/lines.ts'
import { said } from '#app/kit/says.ts'
import type { ComparedGuest } from './compare-guests.ts'
import { guestImportTexts } from './import-says.ts'
import { groupMax, invitationTexts as guestSays, seatsMax } from './invitation.ts'
import type { Choice } from './plan-guests.ts'
import { mostLetters } from './read-guests.ts'

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
