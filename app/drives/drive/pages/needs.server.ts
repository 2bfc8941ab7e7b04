import type { MiddlewareFunction } from 'react-router'
import { data } from 'react-router'
import { mayManage } from '#app/drives/drive/rights.server.ts'
import type { Right } from '#app/kit/rights.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { noSuchDrive } from '#app/site/not-found.tsx'
import { driveContext, readOnlyContext } from './context.ts'

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
  payouts: 'purse',
  'payouts.csv': 'purse',
  comments: 'answer',
  'comments.csv': 'answer',
  rsvps: 'answer',
  'rsvps.csv': 'answer',
  analytics: 'run',
  'analytics.csv': 'run',
  settings: 'run',
  'settings/delete': 'delete',
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
