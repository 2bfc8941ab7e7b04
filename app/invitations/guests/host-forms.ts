import { z } from 'zod'
import { emailOrEmpty } from '#app/invitations/guests/answers/answer-forms.ts'
import { occasionTexts as gatheringSays } from '#app/invitations/occasions/occasion.ts'
import { occasionNo, sureForm } from '#app/invitations/occasions/occasion-forms.ts'
import { manyLines, oneLine } from '#app/kit/lines.ts'
import { phoneIn } from '#app/kit/phone.ts'
import { said } from '#app/kit/says.ts'
import {
  groupMax,
  groupsMax,
  guestNameMax,
  guestNoteMax,
  invitationTexts,
  partyMax,
  replies,
  seatsMax,
  wishMax,
} from './invitation.ts'

// The forms that hosts send about their guests.

/** A whole number as people write it: no sign, no point, no digits of other scripts. */
const number = (from: number, to: number, wrong: typeof invitationTexts.partyRange) =>
  z
    .string()
    .trim()
    .default('')
    .transform((typed, refused) => {
      const value = /^[0-9]{1,3}$/.test(typed) ? Number(typed) : -1
      if (value >= from && value <= to) return value
      refused.addIssue({ code: 'custom', message: said(wrong) })
      return z.NEVER
    })

const phone = z
  .string()
  .default('')
  .transform((typed, refused) => {
    if (typed.trim() === '') return null
    const found = typed.length <= 40 ? phoneIn(typed) : undefined
    if (found) return found
    refused.addIssue({ code: 'custom', message: said(invitationTexts.phoneShape) })
    return z.NEVER
  })

const email = emailOrEmpty.transform((typed) => typed || null)

const person = {
  name: z
    .string()
    .default('')
    .transform(oneLine)
    .pipe(z.string().min(1, said(invitationTexts.nameMissing)).max(guestNameMax, said(invitationTexts.nameLong))),
  phone,
  email,
  note: z
    .string()
    .default('')
    .transform(manyLines)
    .pipe(z.string().max(guestNoteMax, said(invitationTexts.noteLong))),
  /** 'Family, Choir': each group once. */
  groups: z
    .string()
    .default('')
    .transform((typed) => [
      ...new Set(
        typed
          .split(/[,\n;]/)
          .map((one) => oneLine(one).replace(/^#/, ''))
          .filter(Boolean),
      ),
    ])
    .refine(
      (all) => all.length <= groupsMax && all.every((one) => one.length <= groupMax),
      said(invitationTexts.groupsLong),
    ),
}

export const addGuestForm = z
  .object({
    ...person,
    seats: number(1, seatsMax, invitationTexts.seatsRange),
    'occasions[]': z.array(occasionNo).max(20).default([]),
    key: z.uuid().optional().catch(undefined),
  })
  .transform(({ 'occasions[]': occasions, ...rest }) => ({ ...rest, occasions }))

/** The name for the card of a guest whose own name can't be drawn. */
const cardName = z
  .string()
  .default('')
  .transform(oneLine)
  .pipe(z.string().max(guestNameMax, said(invitationTexts.nameLong)))
  .transform((typed) => typed || null)

export const saveGuestForm = z.object({ ...person, cardName, version: z.coerce.number().int().min(0).catch(0) })

/** The occasion whose pass is replaced. */
export const passForm = sureForm.extend({ no: occasionNo })

/** How many seats a guest has at an occasion; none takes the invitation back. */
export const seatsForm = z.object({ no: occasionNo, seats: number(0, seatsMax, invitationTexts.seatsOrNone) })

const withoutParty = (sent: unknown) =>
  (sent as { reply?: unknown }).reply === 'no' ? { ...(sent as object), adults: '0', children: '0' } : sent

export const hostAnswerForm = z.preprocess(
  withoutParty,
  z.object({
    no: occasionNo,
    reply: z.enum(replies, said(invitationTexts.replyMissing)),
    adults: number(0, partyMax, invitationTexts.partyRange),
    children: z.preprocess((typed) => typed || '0', number(0, partyMax, invitationTexts.partyRange)),
    wish: z
      .string()
      .transform(manyLines)
      .pipe(z.string().max(wishMax, said(invitationTexts.wishLong)))
      .optional(),
  }),
)

/** The entry, by number or link, that this guest becomes a part of; or the decision that the number is another guest's. */
export const mergeForm = z
  .object({
    decision: z.enum(['same', 'other']).catch('same'),
    with: z.string().trim().max(200).default(''),
    sure: z.string().optional(),
  })
  .superRefine(({ decision, with: other, sure }, refused) => {
    if (decision === 'same' && other && sure !== 'on')
      refused.addIssue({ code: 'custom', path: ['sure'], message: said(gatheringSays.sureMissing) })
  })
/** One decision for all who ask to come to an occasion. */
export const decideAllForm = z.object({ no: occasionNo, decision: z.enum(['approve', 'turn-down']) })
/** The invitation that waits or asks; an id that is not valid becomes one that nobody has. */
export const decideForm = z.object({ invitation: z.uuid().catch('00000000-0000-0000-0000-000000000000') })
