import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'
import type { Suspicion } from './comment.ts'

/** Why a comment waits, for whoever decides about it. */
export const suspicionWords: Record<Suspicion, Words> = {
  link: msg`It waits because it has a link in it.`,
  phone: msg`It waits because it has a phone number in it.`,
  repeated: msg`It waits because it repeats itself, or says what was said before.`,
}
