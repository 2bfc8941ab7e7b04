import { z } from 'zod'

/** What verify-payment is sent. What is no reference of ours is answered as one that nobody knows. */
export const verifyForm = z.object({ reference: z.string().max(500) })
