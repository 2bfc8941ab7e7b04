import { pagesOf, sheetAnswer } from '#app/group/pasted-lists/sheet.server.ts'
import { sheetText } from '#app/group/pasted-lists/sheet.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { type LoaderArgs, loaders } from '#app/platform/form-action.server.ts'
import { wordsContext } from '#app/platform/request.server.ts'
import { sheetIn } from './sheet.server.ts'

// The list for the group's chat, as a text and as pictures.

export const loader = loaders({ 'list.txt': asText, 'list.jpg': asPicture })

/** The list as text, in the language of the person who asks. */
async function asText({ context }: LoaderArgs) {
  const text = sheetText(context.get(wordsContext), await sheetIn(context))
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'private, no-store' }
  return new Response(`${text}\n`, { headers })
}

/** One page of the list as a picture: ?page=2. */
async function asPicture({ context, url }: LoaderArgs) {
  const sheet = await sheetIn(context)
  const asked = url.searchParams.get('page') ?? '1'
  const page = /^[1-9]\d{0,3}$/.test(asked) ? Number(asked) : 0
  if (page < 1 || page > pagesOf(sheet)) throw new Response('Not Found', { status: 404 })
  return sheetAnswer(context.get(wordsContext), sheet, { page, personId: context.get(personContext)!.id })
}
