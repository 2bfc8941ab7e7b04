import { msg } from '@lingui/core/macro'
import { jobs } from '#app/admin/declared.ts'
import type { Says, Words } from '#app/kit/says.ts'

export const jobTexts = {
  noJob: msg`Another administrator has already dealt with this job.`,
  again: { title: msg`The job is tried again` },
  dropped: { title: msg`The job was dropped` },
  failed: { title: msg`The job could not be changed` },
} satisfies Record<string, Says | unknown>

/** A job that has used all its attempts. */
export type FailedJob = { id: string; name: string; tries: number; since: Date; last: Date; error: string }

/** Returns the job's words; its bare name if only an older or newer version knows the job. */
export const jobNamed = (name: string): Words => (isJob(name) ? jobs[name] : { id: name, message: name })

const isJob = (name: string): name is keyof typeof jobs => Object.hasOwn(jobs, name)
