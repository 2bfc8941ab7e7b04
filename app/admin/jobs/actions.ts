import { adminAction } from '#app/admin/decision.server.ts'
import { db } from '#app/platform/db.server.ts'
import { actions } from '#app/platform/form-action.server.ts'
import { dropJob, jobForm, tryJobAgain } from './jobs-list.server.ts'
import { jobTexts } from './jobs-list.tsx'

export const action = actions({
  'jobs/again': adminAction({
    form: jobForm,
    done: jobTexts.again,
    failed: jobTexts.failed,
    run: ({ job, why }, by) => tryJobAgain(db, job, { by, why }),
  }),
  'jobs/drop': adminAction({
    form: jobForm,
    done: jobTexts.dropped,
    failed: jobTexts.failed,
    run: ({ job, why }, by) => dropJob(db, job, { by, why }),
  }),
})
