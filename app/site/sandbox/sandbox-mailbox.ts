import { thePool } from '#app/platform/db.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { mailboxAnswer } from '#sandbox/mailbox-pages.ts'
import type { Route } from './+types/sandbox-mailbox.ts'

/** The built-in mailbox. Answers 404 where mails are really sent. */
export function loader({ request, context }: Route.LoaderArgs) {
  if (!settings.sandbox) return new Response('Not Found', { status: 404 })
  return mailboxAnswer((text, values) => thePool().query(text, values), request, context.get(askedContext))
}
