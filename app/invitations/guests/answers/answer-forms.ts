import { z } from 'zod'
import {
  guestNameMax,
  invitationReportReasons,
  invitationTexts,
  partyMax,
  replies,
  reportWordsMax,
  wishMax,
} from '#app/invitations/guests/invitation.ts'
import { occasionNo } from '#app/invitations/occasions/occasion-forms.ts'
import { manyLines, oneLine } from '#app/kit/lines.ts'
import { phoneIn } from '#app/kit/phone.ts'
import { said } from '#app/kit/says.ts'

// The forms that guests send.

/** A whole number as people write it: no sign, no point, no digits of other scripts. Empty is 0. */
const people = z
  .string()
  .trim()
  .default('')
  .transform((typed, refused) => {
    if (/^[0-9]{0,2}$/.test(typed) && Number(typed) <= partyMax) return Number(typed)
    refused.addIssue({ code: 'custom', message: said(invitationTexts.partyRange) })
    return z.NEVER
  })

/** An email address in small letters, or an empty text. */
export const emailOrEmpty = z
  .string()
  .trim()
  .toLowerCase()
  .default('')
  .pipe(
    z.union(
      [z.literal(''), z.email(said(invitationTexts.emailShape)).max(254, said(invitationTexts.emailShape))],
      said(invitationTexts.emailShape),
    ),
  )

const fields = z.object({
  no: occasionNo,
  reply: z.enum(replies, said(invitationTexts.replyMissing)),
  adults: people,
  children: people,
  wish: z
    .string()
    .default('')
    .transform(manyLines)
    .pipe(z.string().max(wishMax, said(invitationTexts.wishLong))),
  /** An empty field keeps the known address. */
  email: emailOrEmpty.transform((typed) => typed || undefined),
})

/** Removes the number of people from a No: the form does not ask for it. */
const withoutParty = (sent: unknown) =>
  (sent as { reply?: unknown }).reply === 'no' ? { ...(sent as object), adults: '', children: '' } : sent

/** An unticked box sends nothing; `lists` says that there was one. */
const listed = z
  .tuple([z.string().catch(''), z.string().catch('')])
  .transform(([lists, typed]) => (lists ? typed === 'on' : undefined))

export const guestAnswerForm = z.preprocess((sent) => {
  const { lists = '', listed = '', ...rest } = withoutParty(sent) as Record<string, unknown>
  return { ...rest, listed: [lists, listed] }
}, fields.extend({ listed }))

/** An answer on the open link also names the guest. */
export const sharedForm = z.preprocess(
  withoutParty,
  fields.extend({
    name: z
      .string()
      .default('')
      .transform(oneLine)
      .pipe(z.string().min(1, said(invitationTexts.nameMissing)).max(guestNameMax, said(invitationTexts.nameLong))),
    phone: z
      .string()
      .trim()
      .default('')
      .transform((typed, refused) => {
        const number = phoneIn(typed)
        if (!number)
          refused.addIssue({
            code: 'custom',
            message: said(typed ? invitationTexts.phoneShape : invitationTexts.phoneMissing),
          })
        return number ?? z.NEVER
      }),
    key: z.uuid().optional().catch(undefined),
  }),
)

/** "Can't come, but will give" for one occasion; without an occasion, only the way to giving. */
export const guestGiveForm = z.object({ no: occasionNo.optional() })

/** No more messages; with `again`, messages again. */
export const quietForm = z.object({ again: z.string().optional() })

export const reportInvitationForm = z.object({
  reason: z.enum(invitationReportReasons, said(invitationTexts.reasonMissing)),
  words: z
    .string()
    .default('')
    .transform(manyLines)
    .pipe(z.string().max(reportWordsMax, said(invitationTexts.reportLong))),
})

/** A guest wants to be removed. `forget` tells the page which of its forms it was. */
export const forgetForm = z.object({
  forget: z.string().optional(),
  end: z
    .string()
    .default('')
    .transform((typed) => typed.replace(/\D/g, '')),
  sure: z
    .string()
    .optional()
    .transform((typed) => typed === 'on'),
})
