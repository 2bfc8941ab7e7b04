import { z } from 'zod'
import { oneLine } from '#app/kit/lines.ts'
import { helperRoles } from '#app/kit/rights.ts'
import { said } from '#app/kit/says.ts'
import { invitedMax, says } from './member.ts'

export const inviteForm = z.object({
  invited: z
    .string()
    .transform(oneLine)
    .pipe(z.string().min(1, said(says.name)).max(invitedMax, said(says.long))),
  role: z.enum(helperRoles, said(says.role)),
})
/** A gathering has secretaries alone: its money, where it is for a drive, is the drive's. */
export const inviteSecretaryForm = inviteForm.pick({ invited: true })
export const removeForm = z.object({ helper: z.coerce.number().int().positive() })
