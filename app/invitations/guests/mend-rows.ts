import { oneLine } from '#app/kit/lines.ts'
import { phoneIn } from '#app/kit/phone.ts'
import type { Words } from '#app/kit/says.ts'
import { guestNameMax, invitationTexts, seatsMax } from './invitation.ts'
import type { GuestsReading } from './read-guests.ts'

// A host's corrections to the rows of a list during its preview.

/** A longer list is mended in its text: a form has no more than 1,000 fields. */
export const mendsMost = 150

type Typed = Record<string, unknown>
const typedAt = (fields: Typed, name: string): string | undefined => {
  const typed = fields[name]
  return typeof typed === 'string' ? oneLine(typed) : undefined
}

/** Returns the list with the corrections in its rows, and the errors by field. */
export function mended(
  reading: GuestsReading,
  fields: Typed,
): { reading: GuestsReading; errors: Record<string, Words> } {
  const errors: Record<string, Words> = {}
  const guests = reading.guests.map((guest, at) => {
    const field = (name: string) => [`${name}.${at + 1}`, typedAt(fields, `${name}.${at + 1}`)] as const
    const [[nameAt, name = guest.name], [phoneAt, phone], [seatsAt, seats]] = [
      field('name'),
      field('phone'),
      field('seats'),
    ]
    if (!/\p{L}/u.test(name) || name.length > guestNameMax) errors[nameAt] = invitationTexts.nameMissing
    const number = phone === undefined ? guest.phone : phone === '' ? null : phoneIn(phone)
    if (number === undefined) errors[phoneAt] = invitationTexts.phoneShape
    const many = seats === undefined ? guest.seats : seats === '' ? null : /^\d{1,2}$/.test(seats) ? Number(seats) : 0
    if (many !== null && (many < 1 || many > seatsMax)) errors[seatsAt] = invitationTexts.seatsRange
    return { ...guest, name, phone: number ?? null, seats: many }
  })
  return { reading: { ...reading, guests }, errors }
}
