import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'
import type { Suspicion } from './comment.ts'

/** Why a comment waits, for the person who decides. */
export const suspicionWords: Record<Suspicion, Words> = {
  link: msg`Contains a link`,
  phone: msg`Contains a phone number`,
  both: msg`Contains a link and a phone number`,
  repeated: msg`Repeats itself or an earlier comment`,
  reported: msg`A visitor reported it`,
}
