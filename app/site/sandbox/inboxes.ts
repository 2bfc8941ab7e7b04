import { thePool } from '#app/platform/db.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { textsAre } from '#app/platform/sms/sms-settings.server.ts'
import { mailboxAnswer } from '#sandbox/mailbox-pages.ts'
import { smsAnswer } from '#sandbox/sms-pages.ts'
import type { Route } from './+types/inboxes.ts'

const mailbox = { isOpen: () => settings.sandbox, answer: mailboxAnswer }
const phones = { isOpen: () => textsAre(settings) === 'pretended', answer: smsAnswer }

/** The built-in mailbox, and the inbox of pretend phones. Answers 404 where emails or texts are really sent. */
export function loader({ request, context }: Route.LoaderArgs) {
  const inbox = new URL(request.url).pathname.startsWith('/sandbox/mailbox') ? mailbox : phones
  if (!inbox.isOpen()) return new Response('Not Found', { status: 404 })
  return inbox.answer((text, values) => thePool().query(text, values), request, context.get(askedContext))
}
