import { msg } from '@lingui/core/macro'
import { isSad, type OccasionKind } from '#app/invitations/occasions/occasion.ts'
import type { Words } from '#app/kit/says.ts'
import type { Reply } from './invitation.ts'

// What guests read and press, where it depends on the occasion: where people mourn the words are sober.

const plain: Record<Reply, Words> = {
  yes: msg`Yes, I will come`,
  maybe: msg({ message: 'Maybe', context: 'reply' }),
  no: msg`I can’t come`,
}
/** What a guest says, on its button. */
export const replyWords = (kind: OccasionKind): Record<Reply, Words> =>
  isSad(kind) ? { ...plain, yes: msg`I will be there` } : plain

/** The same side by side, in a word each. */
export const shortReplies: Record<Reply, Words> = {
  yes: msg({ message: 'Yes', context: 'reply' }),
  maybe: msg({ message: 'Maybe', context: 'short reply' }),
  no: msg({ message: 'No', context: 'reply' }),
}
