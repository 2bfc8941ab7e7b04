import { bookList } from '#app/invitations/kumbukumbu/book.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { lagDb } from '#app/platform/postgres/replica.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/book-csv.ts'

/** Returns the book as a file, for its owner. */
export function loader({ context, url }: Route.LoaderArgs) {
  const reader = { words: context.get(wordsContext), language: context.get(languageContext) }
  const asked = { ...bookList.asked(url.searchParams, reader.words), personId: context.get(personContext)!.id }
  return bookList.csv(lagDb(context), 'kumbukumbu', asked, reader)
}
