import { msg } from '@lingui/core/macro'
import { z } from 'zod'
import { said } from '#app/kit/says.ts'

/** Deleting can't be taken back, so it is asked for twice. */
export const deleteForm = z.object({ sure: z.literal('on', said(msg`Please tick this box first.`)) })
