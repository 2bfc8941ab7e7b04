import { db } from '#app/platform/db.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/list-csv.ts'
import { driveContext } from './context.tsx'
import { ownersFiles } from './owners-files.server.ts'

/** Serves every file of a drive. The guard of its pages has recorded who downloads it. */
export function loader({ context, url, pattern }: Route.LoaderArgs) {
  const file = ownersFiles.get(`/${pattern.replace(/^\//, '').replace(/\.csv$/, '')}`)
  if (!file) throw new Error(`no list has the file ${pattern}`)
  const reader = { words: context.get(wordsContext), language: context.get(languageContext) }
  return file.csv(db, context.get(driveContext), url.searchParams, reader)
}
