import { z } from 'zod'
import { oneLine } from '#app/kit/lines.ts'
import { helperRoles } from '#app/kit/rights.ts'
import { said } from '#app/kit/says.ts'
import { helperTexts, invitedMax } from './member.ts'

export const inviteHelperForm = z.object({
  invited: z
    .string()
    .transform(oneLine)
    .pipe(z.string().min(1, said(helperTexts.name)).max(invitedMax, said(helperTexts.long))),
  role: z.enum(helperRoles, said(helperTexts.role)),
})
/** A gathering has only secretaries: its drive, if any, handles the money. */
export const inviteSecretaryForm = inviteHelperForm.pick({ invited: true })
export const removeForm = z.object({ helper: z.coerce.number().int().positive() })
