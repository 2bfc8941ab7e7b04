import { viewsTable } from '#app/features/views/views-table.server.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/analytics-csv.ts'
import { driveContext } from './context.ts'

/** Every view of the drive as a file, newest first. */
export const loader = ({ context }: Route.LoaderArgs) =>
  viewsTable(db, context.get(driveContext), context.get(wordsContext), context.get(languageContext))
