import { z } from 'zod'
import { decisionForm } from '#app/features/audit/audit-forms.ts'
import { roles } from '#app/features/people/role.ts'
import { said } from '#app/kit/says.ts'
import { says } from './office.ts'

export const roleForm = decisionForm.extend({ role: z.enum(roles, said(says.roleMissing)) })
