import { officeDeed } from '#app/admin/decision.server.ts'
import { db } from '#app/platform/db.server.ts'
import { jobForm, tryJobAgain } from './jobs.server.ts'
import { jobTexts } from './jobs.ts'

export const action = officeDeed({
  form: jobForm,
  done: jobTexts.again,
  failed: jobTexts.failed,
  run: ({ job, why }, by) => tryJobAgain(db, job, { by, why }),
})
