import { msg } from '@lingui/core/macro'
import { data, type MiddlewareFunction } from 'react-router'
import { recordAccess } from '#app/base/audit/audit.server.ts'
import { mayManage } from '#app/drives/drive/manage.server.ts'
import type { Right } from '#app/kit/rights.ts'
import { Refusal } from '#app/kit/says.ts'
import { actorIn, requireFresh } from '#app/people/accounts/confirm.server.ts'
import { personContext, requireAdmin } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { noSuchDrive } from '#app/site/not-found.tsx'
import { driveContext, readOnlyContext } from './context.tsx'

// Administrators read the pages of other people's drives. They change nothing there, and each access to people's names
// is recorded before it is shown.

const says = {
  onlyLooking: {
    title: msg`Nothing can be changed here`,
    text: msg`You see this fund drive as an administrator. Only its owner can do this.`,
  },
}

/** Pages that name no person but the owner, or that are refused (ownersOnly). Access to any other page is recorded, also to a new one. */
const namesNobody =
  /^(home|updates|papers|qr\.png|card\.jpg|poster|info(\/save)?|description|images|video(\/add)?|recorded\/add|settings(\/(delete|give-back))?|bridge(\/rows)?|donations\/back|payouts\/(buy-views|withdraw|institution)|rsvps\/place|pledges\/(write|cash|gift|remind)|invite)$/

/** Runs after the guard that found the drive. */
export const ownersOrAdmins: MiddlewareFunction<Response> = async (args, next) => {
  const { request, url, context, pattern } = args
  if (!context.get(readOnlyContext)) return
  await requireAdmin(args, next)
  const { id, slug } = context.get(driveContext)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new Refusal(says.onlyLooking, { status: 403, go: `/fund-drive/${slug}/home` })
  // Uses the route's pattern: an address has more than one spelling.
  const page = pattern.split('/:slug/')[1] ?? ''
  if (namesNobody.test(page)) return
  const asked = Object.fromEntries(
    [...url.searchParams].slice(0, 10).map((pair) => pair.map((text) => text.replaceAll('\0', '').slice(0, 100))),
  )
  // The record needs no cursor, only that the page is a further one.
  const { after, 'after-trail': _, ...found } = asked
  if (after) Object.assign(found, { further: true })
  const act = page.endsWith('.csv') ? 'exported' : 'seen'
  if (act === 'exported') requireFresh(context, url)
  await recordAccess(db, { by: actorIn(context), act, noun: 'drive', subject: id, found: { ...found, page } })
}

/** Refuses administrators on pages that only an owner can want, such as a form for their money. */
export const ownersOnly: MiddlewareFunction<Response> = async ({ context }) => {
  if (context.get(readOnlyContext))
    throw new Refusal(says.onlyLooking, { status: 403, go: `/fund-drive/${context.get(driveContext).slug}/home` })
}

// The right that each page and form action of a drive needs. Without it the page is missing, as the drive of another
// person is; for a helper, too.

/** Keyed by the address after the drive's slug; a page below one of these needs the same right, unless it is named itself. */
export const needs: Record<string, Right> = {
  home: 'read',
  'home/steps': 'run',
  'qr.png': 'read',
  'card.jpg': 'read',
  poster: 'read',
  info: 'story',
  description: 'story',
  images: 'story',
  video: 'story',
  donations: 'givers',
  'donations.csv': 'givers',
  'donations/back': 'purse',
  recorded: 'record',
  'recorded.csv': 'record',
  pledges: 'record',
  'pledges.csv': 'record',
  bridge: 'record',
  list: 'record',
  'list.txt': 'record',
  'list.jpg': 'record',
  statement: 'purse',
  'statement.csv': 'purse',
  payouts: 'sign',
  'payouts.csv': 'purse',
  'payouts/withdraw': 'purse',
  'payouts/cancel': 'purse',
  'payouts/methods': 'purse',
  'payouts/buy-views': 'purse',
  'payouts/institution': 'purse',
  money: 'post',
  comments: 'answer',
  'comments.csv': 'answer',
  rsvps: 'answer',
  'rsvps.csv': 'answer',
  updates: 'post',
  papers: 'run',
  beneficiary: 'run',
  analytics: 'run',
  'analytics.csv': 'run',
  settings: 'run',
  'settings/delete': 'delete',
  'settings/give-back': 'purse',
  invite: 'run',
  'settings/thanks': 'story',
}

/** Returns the right that a page needs; undefined for one that nobody has named. */
export function neededFor(page: string): Right | undefined {
  if (needs[page]) return needs[page]
  const above = page.lastIndexOf('/')
  return above > 0 ? neededFor(page.slice(0, above)) : undefined
}

/** Runs after the guard that found the drive. Its owner may do everything there, and administrators look. */
export const rightNeeded: MiddlewareFunction<Response> = async ({ context, pattern }) => {
  const person = context.get(personContext)!
  const { id, ownerId } = context.get(driveContext)
  if (context.get(readOnlyContext) || ownerId === person.id) return
  // Uses the route's pattern: an address has more than one spelling.
  const right = neededFor(pattern.split('/:slug/')[1] ?? '')
  if (!right || !(await mayManage(db, person.id, id, right))) throw data(noSuchDrive, { status: 404 })
}
