import { pagesOf, sheetAnswer } from '#app/group/pasted-lists/sheet.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/list-picture.ts'
import { sheetIn } from './sheet.server.ts'

/** One page of the list as a picture: ?page=2. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const sheet = await sheetIn(context)
  const asked = url.searchParams.get('page') ?? '1'
  const page = /^[1-9]\d{0,3}$/.test(asked) ? Number(asked) : 0
  if (page < 1 || page > pagesOf(sheet)) throw new Response('Not Found', { status: 404 })
  return sheetAnswer(context.get(wordsContext), sheet, { page, personId: context.get(personContext)!.id })
}
