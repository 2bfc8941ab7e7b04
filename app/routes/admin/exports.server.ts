import type { MiddlewareFunction } from 'react-router'
import { recordLook } from '#app/features/audit/audit.server.ts'
import type { Facts, Noun } from '#app/features/audit/audit.ts'
import { actorIn, requireFresh } from '#app/features/people/confirm.server.ts'
import { officeFiles } from '#app/office/files.server.ts'
import { db } from '#app/platform/db.server.ts'

// Every file of the office is given here, whatever its route does: to somebody who has just shown that it is them, and
// with a line in the audit log.

type Export = { noun: Noun; subject?: string; found?: (query: URLSearchParams) => Facts }

/** By its route, so that no way of writing its address gets past it. A file that is not here is not given. */
const exports: Record<string, Export> = {
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
  if (officeFiles.has(`/admin/${file.slice(0, -4)}`)) return
  const one = exports[file]
  if (!one) throw new Error(`no way to write down who takes ${file}`)
  requireFresh(context, url)
  const { noun, subject = '', found = plainly } = one
  await recordLook(db, { by: actorIn(context), act: 'exported', noun, subject, found: found(url.searchParams) })
}
