import { z } from 'zod'
import { whyLineForm } from '#app/office/decision-forms.ts'

/** Which job, why, and who is sitting there. */
export const jobForm = whyLineForm.extend({ job: z.string().regex(/^\d{1,18}$/) })
