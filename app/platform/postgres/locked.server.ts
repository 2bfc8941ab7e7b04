import { msg } from '@lingui/core/macro'
import { Refusal } from '#app/kit/says.ts'

/** The refusal when another transaction held a lock for too long that a form action needs. Nothing was done. */
export const lockedRefusal = () =>
  new Refusal(msg`Another change to this is in progress. Please try again in a few seconds.`, {
    status: 503,
    retryAfter: 3,
  })
