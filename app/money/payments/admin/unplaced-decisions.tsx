import { decisionDialog, decisionDialogs } from '#app/admin/decision-dialog.tsx'
import { db } from '#app/platform/db.server.ts'
import { actions } from '#app/platform/form-action.server.ts'
import type { Route } from './+types/unplaced-decisions.ts'
import { freeReturn, placeUnplaced, recordReturn, reserveReturn } from './decide-unplaced.server.ts'
import { PlaceFields, SentBackField } from './place-fields.tsx'
import { deskAt } from './unplaced.server.ts'
import { notSent, placing, sendingBack, sentBack, type UnplacedDesk } from './unplaced.ts'

export const loader = ({ params }: Route.LoaderArgs): Promise<UnplacedDesk> => deskAt(db, params.money)

export const action = actions({
  place: placeUnplaced.action,
  'send-back': reserveReturn.action,
  'not-sent': freeReturn.action,
  'sent-back': recordReturn.action,
})

export default decisionDialogs({
  place: decisionDialog(placing, (desk, answer) => <PlaceFields desk={desk} answer={answer} />),
  'send-back': decisionDialog(sendingBack),
  'not-sent': decisionDialog(notSent),
  'sent-back': decisionDialog(sentBack, (_, answer) => <SentBackField answer={answer} />),
})
