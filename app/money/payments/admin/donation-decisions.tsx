import { decisionDialog, decisionDialogs } from '#app/admin/decision-dialog.tsx'
import { db } from '#app/platform/db.server.ts'
import { actions, loaders } from '#app/platform/form-action.server.ts'
import { agreeToBack, askedBackAt, refuseBack } from './asked-back.server.ts'
import { claimAt, refuseClaim } from './claims.server.ts'
import { leaving } from './claims.ts'
import { RefundCodeField } from './place-fields.tsx'
import { agreed, givenUp, leftThere, sent } from './refund.ts'
import { byHandAt, cancelRefund, recordRefund } from './refunds-list.server.ts'

export const loader = loaders<Promise<unknown>>({
  'refund-sent': ({ params }) => byHandAt(db, params.payment!),
  'refund-cancel': ({ params }) => byHandAt(db, params.payment!),
  'back-agree': ({ params }) => askedBackAt(db, params.payment!),
  'back-refuse': ({ params }) => askedBackAt(db, params.payment!),
  'claims/:claim': ({ params }) => claimAt(db, params),
})

export const action = actions({
  'refund-sent': recordRefund.action,
  'refund-cancel': cancelRefund.action,
  'back-agree': agreeToBack.action,
  'back-refuse': refuseBack.action,
  'claims/:claim': refuseClaim.action,
})

export default decisionDialogs({
  'refund-sent': decisionDialog(sent, (_, answer) => <RefundCodeField answer={answer} />),
  'refund-cancel': decisionDialog(givenUp),
  'back-agree': decisionDialog(agreed),
  'back-refuse': decisionDialog(leftThere),
  'claims/:claim': decisionDialog(leaving),
})
