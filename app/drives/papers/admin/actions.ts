import { adminAction } from '#app/admin/decision.server.ts'
import { paperTexts } from '#app/drives/papers/paper.ts'
import { checkForm } from '#app/drives/papers/paper-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { actions } from '#app/platform/form-action.server.ts'
import { driveOfPapers, recordCheck } from './papers-list.server.ts'

// Form actions of administrators about papers that have no page of their own.

export const action = actions({
  'papers/:drive/check': adminAction({
    form: checkForm,
    done: paperTexts.recorded,
    failed: paperTexts.notRecorded,
    at: ({ params }) => driveOfPapers(db, params.drive),
    run: async (typed, by, { id, slug }) => {
      await recordCheck(db, id, typed, by)
      return { go: `/admin/papers/${slug}` }
    },
  }),
})
