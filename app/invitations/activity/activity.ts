import { msg } from '@lingui/core/macro'
import { z } from 'zod'
import { type Says, said, type Words } from '#app/kit/says.ts'

// The kinds of things that guests bring to a drive, and the messages about them.

const kinds = ['gift', 'pledge', 'recorded', 'visit', 'comment'] as const
export type ActivityKind = (typeof kinds)[number]

export const activityKindWords: Record<ActivityKind, Words> = {
  gift: msg`Gift`,
  pledge: msg`Pledge`,
  recorded: msg`Recorded gift`,
  visit: msg`Visit`,
  comment: msg`Comment`,
}

/** The ways in which a tie is known. */
export type How = 'link' | 'phone' | 'email' | 'host'
export const howWords: Record<How, Words> = {
  link: msg`by their own link`,
  phone: msg`by the phone number`,
  email: msg`by the email address`,
  host: msg`tied by hand`,
}

/** A thing that came to the drive. `of` names it in forms. */
export type Thing = { of: string; kind: ActivityKind; name: string; amount: number | null; at: Date }

/** A thing that is tied to no guest, with the guest of the same name who may be the giver. */
export type Untied = Thing & { guest: string | null }

export const activityTexts = {
  tied: { title: msg`Tied to this guest` },
  notTied: { title: msg`It could not be tied. Please try again.`, tone: 'bad' },
  untied: { title: msg`Untied`, text: msg`We do not tie it to this guest again.` },
  notUntied: { title: msg`It could not be untied. Please try again.`, tone: 'bad' },
  thingChosen: msg`Please choose what came from them.`,
  thingMissing: msg`This gift or pledge is no longer there, or it is tied to a guest already.`,
  tieMissing: msg`This is not tied to the guest any more.`,
  listed: { title: msg`Guest added` },
  notListed: { title: msg`The guest could not be added. Please try again.`, tone: 'bad' },
} satisfies Record<string, Says | Words>

const odd = { kind: 'gift', id: '0' } as const
/** Reads 'pledge-12'; an invalid name becomes a thing that does not exist. */
export const thingForm = z.object({
  of: z
    .string()
    .catch('odd')
    .pipe(z.string().min(1, said(activityTexts.thingChosen)))
    .transform((text): { kind: ActivityKind; id: string } => {
      const [kind, id] = /^(gift|pledge|recorded)-(\d{1,15})$/.exec(text)?.slice(1) ?? []
      if (kind && id) return { kind: kind as ActivityKind, id }
      const visit = /^visit-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(text)?.[1]
      return visit ? { kind: 'visit', id: visit } : odd
    }),
})
export const untieForm = z.object({ tie: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).catch(0) })
