import { driveContext } from '#app/drives/drive/pages/context.tsx'
import { paperTexts } from '#app/drives/papers/paper.ts'
import { whichPaper } from '#app/drives/papers/paper-forms.ts'
import { removePaper } from '#app/drives/papers/papers.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { actions, formAction } from '#app/platform/form-action.server.ts'

// Form actions of the papers of a drive that have no page of their own.

export const action = actions({
  'papers/remove': formAction({
    form: whichPaper,
    done: paperTexts.removed,
    failed: paperTexts.notRemoved,
    limits: (_, { context }) => [
      { name: 'remove-paper', key: context.get(personContext)!.id, times: 60, seconds: 3600 },
    ],
    run: async ({ paper }, { context }) => void (await removePaper(db, context.get(driveContext).id, paper)),
  }),
})
