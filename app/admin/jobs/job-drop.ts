import { officeDeed } from '#app/admin/decision.server.ts'
import { db } from '#app/platform/db.server.ts'
import { dropJob, jobForm } from './jobs.server.ts'
import { jobTexts } from './jobs.ts'

export const action = officeDeed({
  form: jobForm,
  done: jobTexts.dropped,
  failed: jobTexts.failed,
  run: ({ job, why }, by) => dropJob(db, job, { by, why }),
})
