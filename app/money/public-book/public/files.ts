import { bookForFile, bookTable, bookText } from '#app/money/public-book/book.server.ts'
import { db } from '#app/platform/db.server.ts'
import { type LoaderArgs, loaders } from '#app/platform/form-action.server.ts'
import { askedContext, languageContext, wordsContext } from '#app/platform/request.server.ts'

// The public book as files: a table for people, and the text that the fingerprints cover for programs.

export const loader = loaders({ 'book.csv': asTable, 'book.json': asText })

/** Both files count towards one limit. */
const askedBook = ({ params, context }: LoaderArgs) =>
  bookForFile(db, params.slug ?? '', context.get(askedContext).address)

async function asTable(args: LoaderArgs) {
  const reader = { words: args.context.get(wordsContext), language: args.context.get(languageContext) }
  return bookTable(db, await askedBook(args), reader)
}

async function asText(args: LoaderArgs) {
  return bookText(db, await askedBook(args))
}
