import { jobsCsv } from '#app/office/jobs/jobs-csv.server.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/jobs-csv.ts'

export const loader = ({ context, url }: Route.LoaderArgs) =>
  jobsCsv(db, { query: url.searchParams, words: context.get(wordsContext), language: context.get(languageContext) })
