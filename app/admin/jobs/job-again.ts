import { officeDeed } from '#app/admin/decision.server.ts'
import { db } from '#app/platform/db.server.ts'
import { jobForm, tryJobAgain } from './jobs.server.ts'
import { says } from './jobs.ts'

export const action = officeDeed({
  form: jobForm,
  done: says.again,
  failed: says.failed,
  run: ({ job, why }, by) => tryJobAgain(db, job, { by, why }),
})
