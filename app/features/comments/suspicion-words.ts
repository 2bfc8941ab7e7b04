import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'
import type { Suspicion } from './comment.ts'

/** Why a comment waits, for the person who decides. */
export const suspicionWords: Record<Suspicion, Words> = {
  link: msg`Held: contains a link`,
  phone: msg`Held: contains a phone number`,
  both: msg`Held: contains a link and a phone number`,
  repeated: msg`Held: repeats itself or an earlier comment`,
  reported: msg`Held: a visitor reported it`,
}
