import { msg } from '@lingui/core/macro'
import type { Says } from '#app/kit/says.ts'

export const says = {
  noJob: msg`Another administrator has already dealt with this job.`,
  again: { title: msg`The job is tried again` },
  dropped: { title: msg`The job was dropped` },
  failed: { title: msg`The job could not be changed` },
} satisfies Record<string, Says | unknown>
