import { officeDeed } from '#app/admin/decision.server.ts'
import { db } from '#app/platform/db.server.ts'
import { actions } from '#app/platform/deed.server.ts'
import { dropJob, jobForm, tryJobAgain } from './jobs.server.ts'
import { jobTexts } from './jobs.ts'

export const action = actions({
  'jobs/again': officeDeed({
    form: jobForm,
    done: jobTexts.again,
    failed: jobTexts.failed,
    run: ({ job, why }, by) => tryJobAgain(db, job, { by, why }),
  }),
  'jobs/drop': officeDeed({
    form: jobForm,
    done: jobTexts.dropped,
    failed: jobTexts.failed,
    run: ({ job, why }, by) => dropJob(db, job, { by, why }),
  }),
})
