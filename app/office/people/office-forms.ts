import { z } from 'zod'
import { roles } from '#app/features/people/role.ts'
import { said } from '#app/kit/says.ts'
import { decisionForm } from '#app/office/decision-forms.ts'
import { says } from './office.ts'

export const roleForm = decisionForm.extend({ role: z.enum(roles, said(says.roleMissing)) })
