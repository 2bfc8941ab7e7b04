import { deciderIn } from '#app/features/people/confirm.server.ts'
import { jobForm } from '#app/office/jobs/job-forms.ts'
import { tryJobAgain } from '#app/office/jobs/jobs.server.ts'
import { says } from '#app/office/jobs/jobs.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: jobForm,
  done: says.again,
  failed: says.failed,
  secret: ['again'],
  run: async ({ job, why, again }, { context }) => {
    await tryJobAgain(db, job, { by: await deciderIn(db, context, again), why })
    return {}
  },
})
