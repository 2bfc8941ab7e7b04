import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// This noun's declarations for other features: see docs/develop/decisions/0006.

/** A description of each job, for operators. */
const jobs = {
  'send-message': msg`Sends a message to guests, a hundred at a time`,
  'mail-test-message': msg`Sends a host the message that guests will get`,
  'resume-lines': msg`Looks after messages to guests whose sending was broken off`,
  'remind-guests': msg`Reminds guests of occasions`,
} satisfies Record<string, Words>

/** This noun's declarations, for app/admin/declared.ts. */
export const messagesDeclared = { jobs }

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'send-message': { messageId: string }
    'mail-test-message': {
      personId: string
      guest: string
      occasionId: string | null
      kind: 'invitation' | 'note' | 'thanks'
      words: string
    }
    'resume-lines': Record<string, never>
    'remind-guests': Record<string, never>
  }
}
