import { driveContext } from '#app/drives/drive/pages/context.tsx'
import { updateTexts } from '#app/drives/updates/update.ts'
import { whichUpdate } from '#app/drives/updates/update-forms.ts'
import { removeUpdate } from '#app/drives/updates/updates.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { actions, formAction } from '#app/platform/form-action.server.ts'

// Form actions of the updates of a drive that have no page of their own.

export const action = actions({
  'updates/remove': formAction({
    form: whichUpdate,
    done: updateTexts.removed,
    failed: updateTexts.notRemoved,
    limits: (_, { context }) => [
      { name: 'remove-update', key: context.get(personContext)!.id, times: 120, seconds: 3600 },
    ],
    run: async ({ update }, { context }) => void (await removeUpdate(db, context.get(driveContext).id, update)),
  }),
})
