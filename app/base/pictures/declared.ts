import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// This noun's declarations for other features: see docs/develop/decisions/0006.

/** The name of each job, for its operators. */
const jobs = {
  'let-go-picture': msg`Removes the files of a picture that is no longer shown`,
  'sweep-pictures': msg`Clearing away what is not needed any more`,
  'sweep-picture-files': msg`Clearing away what is not needed any more`,
} satisfies Record<string, Words>

/** This noun's declarations, for app/admin/declared.ts. */
export const picturesDeclared = { jobs }

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'let-go-picture': { url: string }
    'sweep-pictures': Record<never, never>
    'sweep-picture-files': Record<never, never>
  }
}
