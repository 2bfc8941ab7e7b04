import { msg } from '@lingui/core/macro'
import { z } from 'zod'
import { oneLine } from '#app/kit/lines.ts'
import { helperRoles } from '#app/kit/rights.ts'
import { type Says, said, type Words } from '#app/kit/says.ts'

// Whom an owner invites to help with a drive, on both sides.

/** So many may help at once; a trigger counts them, too. */
export const mostHelpers = 5
/** Days for which the link of an invitation is good. */
export const goodDays = 7
export const invitedMax = 200

export const says = {
  invited: { title: msg`The invitation is ready`, text: msg`Send its link to the person you invite.` },
  notInvited: { title: msg`The invitation could not be made. Please try again.`, tone: 'bad' },
  joined: { title: msg`You help with this fund drive now` },
  notJoined: { title: msg`You could not be added. Please try again.`, tone: 'bad' },
  removed: { title: msg`They no longer help with this fund drive` },
  notRemoved: { title: msg`That did not work. Please try again.`, tone: 'bad' },
  left: { title: msg`You no longer help with this fund drive` },
  name: msg`Please say whom you invite.`,
  long: msg`Please use at most 200 characters.`,
  role: msg`Please choose what they will be.`,
  many: msg`This fund drive has 5 helpers and invitations, the most it can have.`,
  gone: msg`This invitation is used or too old. Ask for another one.`,
  own: msg`This is your own fund drive. Send the link to the person you invite.`,
  already: msg`You help with this fund drive already.`,
  unconfirmed: msg`Please confirm your email address first.`,
  missing: msg`This person does not help here.`,
} satisfies Record<string, Words | Says>

export const inviteForm = z.object({
  invited: z
    .string()
    .transform(oneLine)
    .pipe(z.string().min(1, said(says.name)).max(invitedMax, said(says.long))),
  role: z.enum(helperRoles, said(says.role)),
})
export const removeForm = z.object({ helper: z.coerce.number().int().positive() })
