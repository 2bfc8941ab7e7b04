import { msg } from '@lingui/core/macro'
import type { Reply } from '#app/invitations/guests/invitation.ts'
import { isSad, type OccasionKind } from '#app/invitations/occasions/occasion.ts'
import type { Words } from '#app/kit/says.ts'

// The words of a guest's buttons and texts by kind of occasion: sober where people mourn.

const plain: Record<Reply, Words> = {
  yes: msg`Yes, I will come`,
  maybe: msg({ message: 'Maybe', context: 'reply' }),
  no: msg`I can’t come`,
}
/** The words of a guest's reply, on its button. */
export const replyWords = (kind: OccasionKind): Record<Reply, Words> =>
  isSad(kind) ? { ...plain, yes: msg`I will be there` } : plain

/** The replies side by side, in a word each. */
export const shortReplies: Record<Reply, Words> = {
  yes: msg({ message: 'Yes', context: 'reply' }),
  maybe: msg({ message: 'Maybe', context: 'short reply' }),
  no: msg({ message: 'No', context: 'reply' }),
}
