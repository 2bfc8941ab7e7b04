import { z } from 'zod'
import { noIn } from './occasion.ts'

/** The number of an occasion in a form; 0, which none has, for whatever can't be one. */
export const occasionNo = z.string().catch('').transform(noIn)
