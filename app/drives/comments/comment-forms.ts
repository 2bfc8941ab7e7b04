import { z } from 'zod'
import { manyLines, oneLine } from '#app/kit/lines.ts'
import { said } from '#app/kit/says.ts'
import { commenterNameMax, commentTexts, contentMax, nameDefault } from './comment.ts'

export const commentForm = z.object({
  name: z
    .string()
    .default('')
    .transform((text) => oneLine(text) || nameDefault)
    .pipe(z.string().max(commenterNameMax, said(commentTexts.nameLong))),
  content: z
    .string(said(commentTexts.contentMissing))
    .transform(manyLines)
    .pipe(z.string().min(1, said(commentTexts.contentMissing)).max(contentMax, said(commentTexts.contentLong))),
  /** Tells a form that is sent twice from two forms. */
  key: z.uuid().optional().catch(undefined),
})

/** The id of a comment: a whole number, as its row has it. */
const commentField = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number)

export const likeForm = z.object({
  comment: commentField,
  /** The visitor's place in the list, to come back to it without JavaScript. */
  comments: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .optional()
    .catch(undefined),
})
/** An empty one takes the reply away. */
export const replyForm = z.object({
  comment: commentField,
  reply: z
    .string()
    .default('')
    .transform(manyLines)
    .pipe(z.string().max(contentMax, said(commentTexts.contentLong)))
    .transform((text) => text || null),
})
export const markForm = z.object({
  comment: commentField,
  mark: z.enum(['thanked', 'not thanked', 'pinned', 'not pinned']),
})
export const commentOnlyForm = z.object({ comment: commentField })
export const stateForm = z.object({ comment: commentField, state: z.enum(['shown', 'hidden']) })
