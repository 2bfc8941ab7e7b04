import { officeDeed } from '#app/admin/decision.server.ts'
import { db } from '#app/platform/db.server.ts'
import { dropJob, jobForm } from './jobs.server.ts'
import { says } from './jobs.ts'

export const action = officeDeed({
  form: jobForm,
  done: says.dropped,
  failed: says.failed,
  run: ({ job, why }, by) => dropJob(db, job, { by, why }),
})
