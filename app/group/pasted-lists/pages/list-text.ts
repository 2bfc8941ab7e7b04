import { sheetText } from '#app/group/pasted-lists/sheet.ts'
import { wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/list-text.ts'
import { sheetIn } from './sheet.server.ts'

/** The list as text, in the language of the person who asks. */
export async function loader({ context }: Route.LoaderArgs) {
  const text = sheetText(context.get(wordsContext), await sheetIn(context))
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'private, no-store' }
  return new Response(`${text}\n`, { headers })
}
