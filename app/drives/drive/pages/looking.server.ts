import { msg } from '@lingui/core/macro'
import type { MiddlewareFunction } from 'react-router'
import { recordAccess } from '#app/base/audit/audit.server.ts'
import { Refusal } from '#app/kit/says.ts'
import { actorIn, requireFresh } from '#app/people/accounts/confirm.server.ts'
import { requireAdmin } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { driveContext, readOnlyContext } from './context.ts'

// Administrators read the pages of other people's drives. They change nothing there, and what names people is written
// down before it is shown.

const says = {
  onlyLooking: {
    title: msg`Nothing can be changed here`,
    text: msg`You see this fund drive as an administrator. Only its owner can do this.`,
  },
}

/** Pages that tell of no person but the owner, or that are refused (ownersOnly). Any other one is written down, also one that is new. */
const namesNobody =
  /^(home|qr\.png|card\.jpg|poster|info(\/save)?|description|images|video(\/add)?|recorded\/add|settings(\/delete)?|bridge(\/rows)?|payouts\/(buy-views|withdraw)|rsvps\/place|pledges\/(write|cash|gift|remind)|invite)$/

/** Stands behind the guard that found the drive. */
export const ownersOrAdmins: MiddlewareFunction<Response> = async (args, next) => {
  const { request, url, context, pattern } = args
  if (!context.get(readOnlyContext)) return
  await requireAdmin(args, next)
  const { id, slug } = context.get(driveContext)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new Refusal(says.onlyLooking, { status: 403, go: `/fund-drive/${slug}/home` })
  // By the route that answers: an address has more than one spelling.
  const page = pattern.split('/:slug/')[1] ?? ''
  if (namesNobody.test(page)) return
  const asked = Object.fromEntries(
    [...url.searchParams].slice(0, 10).map(([name, value]) => [name, value.slice(0, 100)]),
  )
  // Where a page begins is of no interest to anybody but the page.
  const { after, 'after-trail': _, ...found } = asked
  if (after) Object.assign(found, { further: true })
  const act = page.endsWith('.csv') ? 'exported' : 'seen'
  if (act === 'exported') requireFresh(context, url)
  await recordAccess(db, { by: actorIn(context), act, noun: 'drive', subject: id, found: { ...found, page } })
}

/** What only an owner can want, such as a form for their money: administrators don't get as far as its page. */
export const ownersOnly: MiddlewareFunction<Response> = async ({ context }) => {
  if (context.get(readOnlyContext))
    throw new Refusal(says.onlyLooking, { status: 403, go: `/fund-drive/${context.get(driveContext).slug}/home` })
}
