import { z } from 'zod'
import { doorMost } from './event.ts'

// What doors send. Of a scan that happened nothing is refused that can be kept in some way: a name is cut, a time is moved.

const id = z.string().regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)

/** Without what the database refuses and without signs that turn the line around. */
const plain = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ' ')
    .trim()
    .slice(0, doorMost.name)
    .trim() || null

const event = z
  .object({
    id,
    nr: z.int().min(1).max(1_000_000),
    kind: z.enum(['in', 'undo']),
    undoes: id.nullable(),
    invitation: id.nullable(),
    people: z.int().min(0).max(50),
    how: z.enum(['scan', 'code', 'search', 'walk-in']),
    saw: z.enum(['good', 'again', 'over', 'unanswered', 'declined', 'unlisted', 'walk-in']),
    name: z.string().max(1000).transform(plain).nullable(),
    phoneAt: z.number().min(0).max(8_000_000_000_000),
  })
  .refine(({ kind, undoes, people }) => (kind === 'undo') === (undoes !== null) && (kind === 'undo' || people >= 1))

export const syncForm = z.object({
  since: z
    .string()
    .regex(/^\d{1,19}$/)
    .nullable(),
  events: z.array(event).max(doorMost.batch),
  aheadMs: z.number().min(-1e12).max(1e12).transform(Math.round),
  unsent: z.int().min(0).max(1_000_000),
})

export const joinForm = z.object({
  code: z.string().regex(/^[2-9a-km-np-z]{12}$/),
  /** What the phone will show from now on. It makes it, so that it can ask again when the answer was lost. */
  key: z.string().regex(/^[\w-]{43}$/),
})
