import { z } from 'zod'
import { decisionForm } from '#app/features/audit/audit-forms.ts'

/** Gives up a debt, as much as was shown. */
export const writeOffForm = decisionForm.extend({ debt: z.coerce.number().int().catch(0) })
