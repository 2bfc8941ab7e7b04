import { msg } from '@lingui/core/macro'
import type { Says } from '#app/kit/says.ts'

/** The one thing about people that may have to be said on any page: the session is over. */
export const signedOut = {
  title: msg`You have been signed out`,
  text: msg`Please sign in again to continue.`,
} satisfies Says
