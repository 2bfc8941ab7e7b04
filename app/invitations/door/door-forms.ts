import { z } from 'zod'
import { occasionNo } from '#app/invitations/occasions/occasion-no.ts'
import { oneLine } from '#app/kit/lines.ts'
import { said } from '#app/kit/says.ts'
import { doorTexts } from './door.ts'
import { doorMost } from './event.ts'

export const newDoorForm = z.object({
  no: occasionNo,
  name: z
    .string()
    .transform(oneLine)
    .pipe(z.string().min(1, said(doorTexts.nameMissing)).max(doorMost.doorName, said(doorTexts.nameLong))),
})
export const doorForm = z.object({ door: z.uuid(said(doorTexts.doorMissing)) })
