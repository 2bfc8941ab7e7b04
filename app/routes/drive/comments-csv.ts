import { states } from '#app/features/comments/comment.ts'
import { commentsCsv } from '#app/features/comments/comments-csv.server.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/comments-csv.ts'
import { driveContext } from './context.ts'

export const loader = ({ context, url }: Route.LoaderArgs) =>
  commentsCsv(db, {
    drive: context.get(driveContext),
    state: states.find((one) => one === url.searchParams.get('state')),
    words: context.get(wordsContext),
    language: context.get(languageContext),
  })
