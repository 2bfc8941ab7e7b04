import { driveContext } from '#app/drives/drive/pages/context.tsx'
import { ownersOnly } from '#app/drives/drive/pages/guards.server.ts'
import { pasteIdForm } from '#app/group/pasted-lists/approved.ts'
import { pastedListTexts, takenBackSays } from '#app/group/pasted-lists/pasted-list.ts'
import { takeBackPaste } from '#app/group/pasted-lists/take-back.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'

export const middleware = [ownersOnly]

export const action = formAction({
  form: pasteIdForm,
  failed: pastedListTexts.notTakenBack,
  run: async ({ paste }, { context }) => {
    const { id: driveId, slug } = context.get(driveContext)
    const by = context.get(personContext)!.id
    const counts = await takeBackPaste(db, { driveId, pasteId: paste, by })
    return { says: takenBackSays(counts), go: `/fund-drive/${slug}/bridge` }
  },
})
