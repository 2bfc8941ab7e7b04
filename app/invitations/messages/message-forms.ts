import { z } from 'zod'
import { manyLines } from '#app/kit/lines.ts'
import { said } from '#app/kit/says.ts'
import { hasLinkPlace, messageMost, messageTexts, written } from './message.ts'

export const composeForm = z
  .object({
    kind: z.enum(written, said(messageTexts.kindMissing)),
    words: z
      .string()
      .default('')
      .transform(manyLines)
      .pipe(
        z
          .string()
          .max(messageMost.words, said(messageTexts.wordsLong))
          .refine((text) => !hasLinkPlace(text), said(messageTexts.wordsLink)),
      ),
    /** All of it by hand, from the host's own phone. */
    byHand: z
      .string()
      .optional()
      .transform((text) => text === 'on'),
    /** The number of guests shown: if the list has changed since, the message is not sent. */
    many: z.coerce.number().int().min(0).max(5000).catch(0),
    /** A message is only sent after a preview; `looked` is the hash of that preview. */
    step: z.enum(['look', 'test', 'send']).catch('look'),
    looked: z.string().max(40).catch(''),
    key: z.uuid().optional().catch(undefined),
  })
  .superRefine(({ kind, words }, refused) => {
    if (kind !== 'invitation' && words === '')
      refused.addIssue({ code: 'custom', path: ['words'], message: said(messageTexts.wordsMissing) })
  })
export type Composed = z.output<typeof composeForm>

export const handForm = z.object({ line: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).catch(0) })

/** The names of the ticked reminders. */
export const remindersForm = z
  .record(z.string(), z.unknown())
  .transform((sent) => Object.keys(sent).filter((name) => sent[name] === 'on'))
