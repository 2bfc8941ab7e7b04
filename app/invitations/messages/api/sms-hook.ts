import { db } from '#app/platform/db.server.ts'
import { isSignedByUs } from '#app/platform/settings/accepted-secrets.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { hearOfTexts } from '#app/platform/sms/reports.server.ts'
import { textsAre } from '#app/platform/sms/sms-settings.server.ts'
import { smsDoor } from '#app/platform/sms/texter.server.ts'
import type { Route } from './+types/sms-hook.ts'

// POST, a form: the gateway reports on texts, and passes on what people write back. Its reports are not signed, so the token
// in the address is the lock.

export const action = async ({ request, params }: Route.ActionArgs): Promise<Response> => {
  if (!isDoor(params.token)) return new Response('Not Found', { status: 404 })
  await hearOfTexts(db, new URLSearchParams(await request.text()))
  return new Response(null, { status: 200 })
}

export const loader = ({ params }: Route.LoaderArgs) =>
  isDoor(params.token)
    ? new Response(null, { status: 405, headers: { allow: 'POST' } })
    : new Response('Not Found', { status: 404 })

function isDoor(token: string): boolean {
  if (textsAre(settings) === 'off') return false
  return isSignedByUs(token, smsDoor)
}
