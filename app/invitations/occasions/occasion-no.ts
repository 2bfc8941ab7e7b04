import { z } from 'zod'
import { noIn } from './occasion.ts'

/** The number of an occasion in a form; invalid numbers become 0, which no occasion has. */
export const occasionNo = z.string().catch('').transform(noIn)
