import { driveContext } from '#app/drives/drive/pages/context.tsx'
import { decideVisit, decisionLimits } from '#app/drives/visits/visit.server.ts'
import { visitTexts } from '#app/drives/visits/visit.ts'
import { visitDecisionForm } from '#app/drives/visits/visit-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'

export const action = formAction({
  form: visitDecisionForm,
  failed: visitTexts.notDecided,
  limits: ({ visit }) => decisionLimits(visit),
  run: async (decision, { context }) => {
    await decideVisit(db, context.get(driveContext).id, decision)
    return { says: visitTexts[decision.status] }
  },
})
