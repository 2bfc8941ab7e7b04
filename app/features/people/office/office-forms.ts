import { z } from 'zod'
import { said } from '#app/kit/says.ts'
import { decisionForm } from '../../audit/audit-forms.ts'
import { roles, says } from './office.ts'

export const roleForm = decisionForm.extend({ role: z.enum(roles, said(says.roleMissing)) })
