import type { MiddlewareFunction } from 'react-router'
import { recordLook } from '#app/features/audit/audit.server.ts'
import type { Facts, Noun } from '#app/features/audit/audit.ts'
import { actorIn, requireFresh } from '#app/features/people/confirm.server.ts'
import { logAskedIn } from '#app/office/audit/log.server.ts'
import { foundIn } from '#app/office/audit/log.ts'
import { disputesAsked, disputesFound } from '#app/office/disputes/disputes.server.ts'
import { foundBy as drivesFound, askedIn as drivesIn } from '#app/office/drives/drives.server.ts'
import { giftsAsked, howFound } from '#app/office/payments/gifts.server.ts'
import { foundBy as peopleFound, askedIn as peopleIn } from '#app/office/people/people.server.ts'
import { db } from '#app/platform/db.server.ts'

// Every file of the office is given here, whatever its route does: to somebody who has just shown that it is them, and
// with a line in the audit log.

type Export = { noun: Noun; subject?: string; found?: (query: URLSearchParams) => Facts }

/** By its route, so that no way of writing its address gets past it. A file that is not here is not given. */
const exports: Record<string, Export> = {
  'audit.csv': { noun: 'audit log', found: (query) => foundIn(logAskedIn(query)) },
  'comments.csv': { noun: 'comment' },
  'disputes.csv': { noun: 'dispute', found: (query) => disputesFound(disputesAsked(query).filter) },
  'disputes/debts.csv': { noun: 'drive', found: (query) => ({ ...plainly(query), mark: 'owes' }) },
  'donations.csv': { noun: 'donation', found: (query) => howFound(giftsAsked(query).filter) },
  'fund-drives.csv': { noun: 'drive', found: (query) => drivesFound(drivesIn(query)) },
  'jobs.csv': { noun: 'job' },
  'letters.csv': { noun: 'letter' },
  'payouts.csv': { noun: 'payout' },
  'withdrawal-requests.csv': { noun: 'payout', found: (query) => ({ ...plainly(query), waiting: true }) },
  'system-users.csv': { noun: 'person', found: (query) => peopleFound(peopleIn(query)) },
  'revenue-sales.csv': { noun: 'book', subject: 'revenue-sales' },
  'revenue-donations.csv': { noun: 'book', subject: 'revenue-donations' },
  'books/movements.csv': { noun: 'book', subject: 'movements' },
  'books/owed.csv': { noun: 'book', subject: 'owed' },
  'books/differences.csv': { noun: 'break' },
  'books/settlements.csv': { noun: 'settlement' },
  'books/unplaced.csv': { noun: 'suspense' },
}

/** The filters of a list as its address has them. */
const plainly = (query: URLSearchParams): Facts =>
  Object.fromEntries(
    [...query].flatMap(([name, value]) => (filters.has(name) && value ? [[name, value.slice(0, 100)]] : [])),
  )
const filters = new Set('search state kind from to period by drive account sort order about direction'.split(' '))

export const exporting: MiddlewareFunction<Response> = async ({ pattern, context, url }) => {
  const file = pattern.replace(/^\/?admin\//, '')
  if (!file.endsWith('.csv')) return
  const one = exports[file]
  if (!one) throw new Error(`no way to write down who takes ${file}`)
  requireFresh(context, url)
  const { noun, subject = '', found = plainly } = one
  await recordLook(db, { by: actorIn(context), act: 'exported', noun, subject, found: found(url.searchParams) })
}
