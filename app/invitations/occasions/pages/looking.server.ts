import { msg } from '@lingui/core/macro'
import { data, type MiddlewareFunction } from 'react-router'
import { recordAccess } from '#app/base/audit/audit.server.ts'
import { asksOfGifts, guestFilterIn } from '#app/invitations/guests/guest-filter.ts'
import { Refusal } from '#app/kit/says.ts'
import { actorIn, requireFresh } from '#app/people/accounts/confirm.server.ts'
import { requireAdmin } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { gatheringContext } from './context.ts'

// Administrators read the pages of other people's gatherings, with masked numbers. They change nothing there, and each
// access is recorded before the page is shown.

const says = {
  onlyLooking: {
    title: msg`Nothing can be changed here`,
    text: msg`You see this invitation as an administrator. Only its hosts can do this.`,
  },
}

/** Runs after the guard that found the gathering. */
export const hostsOrAdmins: MiddlewareFunction<Response> = async (args, next) => {
  const { request, url, context, pattern } = args
  const { id, slug, managed } = context.get(gatheringContext)
  if (managed) return
  await requireAdmin(args, next)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new Refusal(says.onlyLooking, { status: 403, go: `/gathering/${slug}/home` })
  // Names the page by its route, because an address has more than one spelling.
  const page = pattern.split('/:slug/')[1] ?? ''
  const asked = Object.fromEntries(
    [...url.searchParams].slice(0, 10).map(([name, value]) => [name, value.slice(0, 100)]),
  )
  // The position in a list matters to the page alone and is not recorded.
  const { after, 'after-trail': _, ...found } = asked
  if (after) Object.assign(found, { further: true })
  const act = /\.(csv|pdf)$/.test(page) ? 'exported' : 'seen'
  if (act === 'exported') requireFresh(context, url)
  await recordAccess(db, { by: actorIn(context), act, noun: 'gathering', subject: id, found: { ...found, page } })
}

/** Guards pages such as the helpers' for people who run the gathering: they are missing for a helper, and administrators may read them. */
export const runnersOnly: MiddlewareFunction<Response> = async ({ context }) => {
  const { managed, runs } = context.get(gatheringContext)
  if (managed && !runs) throw data(null, { status: 404 })
}

/** Guards the pages of guests' gifts: missing for a host who may not see gifts. */
export const giftsSeen: MiddlewareFunction<Response> = async ({ context }) => {
  if (!context.get(gatheringContext).seesGifts) throw data(null, { status: 404 })
}

/** Refuses filters by gifts in an address to readers who may not see gifts: counts must not reveal what the columns hide. */
export const giftsUnasked: MiddlewareFunction<Response> = async ({ context, url }) => {
  if (asksOfGifts(guestFilterIn(url.searchParams)) && !context.get(gatheringContext).seesGifts)
    throw data(null, { status: 404 })
}

/** Guards pages that only a host needs, such as forms: administrators are refused. */
export const hostsOnly: MiddlewareFunction<Response> = async ({ context }) => {
  const { managed, slug } = context.get(gatheringContext)
  if (!managed) throw new Refusal(says.onlyLooking, { status: 403, go: `/gathering/${slug}/home` })
}
