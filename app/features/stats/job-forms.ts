import { z } from 'zod'
import { oneLine } from '#app/kit/lines.ts'
import { said } from '#app/kit/says.ts'
import { says } from './jobs.ts'

/** Which job, why, and who is sitting there. */
export const jobForm = z.object({
  job: z.string().regex(/^\d{1,18}$/),
  why: z
    .string()
    .catch('')
    .transform(oneLine)
    .pipe(z.string().min(1, said(says.why)).max(1000)),
  again: z.string().catch(''),
})
