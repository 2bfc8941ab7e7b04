import { data, redirect } from 'react-router'
import { addressIn } from '#app/base/audit/audit.server.ts'
import { ownersOnly } from '#app/drives/drive/pages/guards.server.ts'
import { whatsAppFor } from '#app/group/pledges/manage.server.ts'
import { idOf } from '#app/group/pledges/pledge-forms.ts'
import { Refusal } from '#app/kit/says.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/pledge-remind.ts'

export const middleware: Route.MiddlewareFunction[] = [ownersOnly]

/** Opens WhatsApp on the organiser's own phone, with a reminder that they may change and send. */
export async function loader({ context, params: { slug }, url }: Route.LoaderArgs) {
  const { id } = context.get(personContext)!
  const [by, words] = [{ id, address: addressIn(context) }, context.get(wordsContext)]
  const which = idOf(url.searchParams.get('pledge'))
  const place = whatsAppFor(db, { ownerId: id, slug }, which, by, (said) => words._(said))
  throw redirect(
    await place.catch((error: unknown) => {
      throw error instanceof Refusal ? data(null, { status: error.status }) : error
    }),
    { headers: { 'referrer-policy': 'no-referrer', 'cache-control': 'private, no-store' } },
  )
}
