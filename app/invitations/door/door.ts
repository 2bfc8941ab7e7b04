import { msg } from '@lingui/core/macro'
import { z } from 'zod'
import { occasionNo } from '#app/invitations/occasions/occasion-forms.ts'
import { oneLine } from '#app/kit/lines.ts'
import { type Says, said, type Words } from '#app/kit/says.ts'
import { doorMost } from './event.ts'

// Texts about doors, for server and browser.

export const doorTexts = {
  added: { title: msg`Door added` },
  notAdded: { title: msg`The door could not be added. Please try again.`, tone: 'bad' },
  revoked: { title: msg`Door shut` },
  notRevoked: { title: msg`The door could not be shut. Please try again.`, tone: 'bad' },
  occasionMissing: msg`This occasion is no longer there.`,
  doorMissing: msg`This door is no longer there.`,
  guestMissing: msg`This guest is no longer there.`,
  over: msg`This occasion is over.`,
  nameMissing: msg`Please enter a name for the door.`,
  nameLong: msg`Please use at most 40 characters.`,
  nameTaken: msg`There is a door with this name already.`,
  manyDoors: msg`An occasion has at most 12 doors.`,
  codeGone: msg`This code was used already, or its day is over. Ask the host for a new one.`,
  early: msg`Doors open two days before the occasion. Please join then.`,
  unknownDoor: msg`This phone is no door any more. Ask the host for a new code.`,
  notFromHere: msg`This was not sent from the page of a door.`,
  notBuilt: msg`The door is there once the product is built: npm start.`,
  repeated: msg`Two different events have one number.`,
} satisfies Record<string, Says | Words>

export const newDoorForm = z.object({
  no: occasionNo,
  name: z
    .string()
    .transform(oneLine)
    .pipe(z.string().min(1, said(doorTexts.nameMissing)).max(doorMost.doorName, said(doorTexts.nameLong))),
})
export const doorForm = z.object({ door: z.uuid(said(doorTexts.doorMissing)) })
