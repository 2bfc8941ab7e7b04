import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/list-csv.ts'
import { adminFiles } from './files.server.ts'
import { takeFile } from './list.server.ts'

/** Exports any admin file. Finds the file by the route's pattern, so that no spelling of an address gets past it. */
export function loader({ context, url, pattern }: Route.LoaderArgs) {
  const file = adminFiles.get(`/${pattern.replace(/^\//, '').replace(/\.csv$/, '')}`)
  if (!file) throw new Error(`no list has the file ${pattern}`)
  return takeFile(db, file, { context, url })
}
