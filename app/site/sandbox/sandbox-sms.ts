import { thePool } from '#app/platform/db.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { textsAre } from '#app/platform/sms/sms-settings.server.ts'
import { smsAnswer } from '#sandbox/sms-pages.ts'
import type { Route } from './+types/sandbox-sms.ts'

/** The inbox of pretend phones. Answers 404 where texts are really sent, or none are. */
export function loader({ request, context }: Route.LoaderArgs) {
  if (textsAre(settings) !== 'pretended') return new Response('Not Found', { status: 404 })
  return smsAnswer((text, values) => thePool().query(text, values), request, context.get(askedContext))
}
