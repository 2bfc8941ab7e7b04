import { z } from 'zod'
import { occasionNo } from '#app/invitations/occasions/occasion-no.ts'
import { oneLine } from '#app/kit/lines.ts'
import { said } from '#app/kit/says.ts'
import { says } from './door.ts'
import { most } from './event.ts'

export const newDoorForm = z.object({
  no: occasionNo,
  name: z
    .string()
    .transform(oneLine)
    .pipe(z.string().min(1, said(says.nameMissing)).max(most.doorName, said(says.nameLong))),
})
export const doorForm = z.object({ door: z.uuid(said(says.doorMissing)) })
