import { bookBelow } from '#app/money/public-book/book.server.ts'
import { db } from '#app/platform/db.server.ts'
import { lagDb } from '#app/platform/postgres/replica.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/list-csv.ts'
import { driveContext } from './context.tsx'
import { ownersFiles } from './owners-files.server.ts'

/** Files whose last row is the fingerprint of the public book: a list of the ledger knows no book. */
const withBook = new Set(['/fund-drive/:slug/statement'])

/** Serves every file of a drive. The guard of its pages has recorded who downloads it. */
export function loader({ context, url, pattern }: Route.LoaderArgs) {
  const address = `/${pattern.replace(/^\//, '').replace(/\.csv$/, '')}`
  const file = ownersFiles.get(address)
  if (!file) throw new Error(`no list has the file ${pattern}`)
  const reader = { words: context.get(wordsContext), language: context.get(languageContext) }
  const drive = context.get(driveContext)
  const foot = withBook.has(address) ? () => bookBelow(db, drive.id, reader) : undefined
  // The fingerprint below is the primary's.
  return file.csv(foot ? db : lagDb(context), drive, url.searchParams, reader, foot)
}
