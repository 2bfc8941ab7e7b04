import { msg } from '@lingui/core/macro'
import { z } from 'zod'
import { payPath } from './prompt.ts'

// Two requests for one gift were paid. The giver decides about the second, on a page of their own.

export const paidTwicePath = (reference: string) => `${payPath(reference)}/second`

export const paidTwiceForm = z.object({ choice: z.enum(['both', 'back']) })

export type Second = {
  /** `going back`: its giver wants it back, has not answered in time, or an administrator sends it. */
  is: 'asked' | 'going back' | 'back'
  /** In cents. */
  amount: number
  drive: { slug: string; title: string } | null
  /** True if its giver was asked by a text: without an answer it goes back. */
  isTexted: boolean
  /** M-Pesa's code of the return, if it is known. */
  code: string | null
}

export const paidTwiceTexts = {
  decided: msg`This was decided already.`,
  failed: { title: msg`Your answer was not kept`, tone: 'bad' as const },
}
