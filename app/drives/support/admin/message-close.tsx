import { data } from 'react-router'
import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { recordAccess } from '#app/base/audit/audit.server.ts'
import type { SupportMessage } from '#app/drives/support/message.ts'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import type { Route } from './+types/message-close.ts'
import { closeSupportMessage, supportMessageNumbered } from './messages-list.server.ts'
import { closing, SupportMessageWords } from './messages-list.tsx'

export async function loader({ params, context }: Route.LoaderArgs): Promise<SupportMessage> {
  const message = await supportMessageNumbered(db, numberIn(params.message))
  if (!message) throw data(null, { status: 404 })
  await recordAccess(db, { by: actorIn(context), noun: 'letter', subject: message.id })
  return message
}

export const action = closeSupportMessage.action
export default decisionDialog(closing, (message) => <SupportMessageWords supportMessage={message} />)
