import { askedIn } from '#app/office/people/people.server.ts'
import { peopleCsv } from '#app/office/people/people-csv.server.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/system-users-csv.ts'

export function loader({ context, url }: Route.LoaderArgs) {
  const asked = askedIn(url.searchParams)
  return peopleCsv(db, asked, { words: context.get(wordsContext), language: context.get(languageContext) })
}
