import { msg } from '@lingui/core/macro'
import { Refusal } from '#app/kit/says.ts'

/** What the person who asked is told when another transaction held for too long what a form action needs. Nothing was done. */
export const lockedRefusal = () =>
  new Refusal(msg`Another change to this is in progress. Please try again in a few seconds.`, {
    status: 503,
    retryAfter: 3,
  })
