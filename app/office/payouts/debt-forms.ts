import { z } from 'zod'
import { decisionForm } from '#app/office/decision-forms.ts'

/** Gives up a debt, as much as was shown. */
export const writeOffForm = decisionForm.extend({ debt: z.coerce.number().int().catch(0) })
