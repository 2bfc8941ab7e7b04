import { msg } from '@lingui/core/macro'
import { z } from 'zod'
import { payPath } from './prompt.ts'

// Two requests for one gift were paid. What becomes of the second, its giver says, on a page of their own.

export const secondPath = (reference: string) => `${payPath(reference)}/second`

export const secondForm = z.object({ choice: z.enum(['both', 'back']) })

export type Second = {
  /** In cents. */
  amount: number
  drive: { slug: string; title: string } | null
  /** Its giver wants it back, or has not answered in time. */
  goesBack: boolean
}

export const says = {
  decided: msg`This was decided already.`,
  failed: { title: msg`Your answer was not kept`, tone: 'bad' as const },
}
