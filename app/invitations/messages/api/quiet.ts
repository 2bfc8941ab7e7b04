import { redirect } from 'react-router'
import { setQuiet } from '#app/invitations/guests/answers/wishes.server.ts'
import { isLink } from '#app/invitations/guests/link.server.ts'
import { Refusal } from '#app/kit/says.ts'
import { db } from '#app/platform/db.server.ts'
import { takeTry } from '#app/platform/http/limits.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/quiet.ts'

// POST by a mail program, when a guest presses 'Unsubscribe' there (RFC 8058). The link in the address is the only lock: no program sends
// an Origin or a cookie. A guest who opens the address instead lands on their page, where a button does the same.

const linkIn = (url: URL) => url.searchParams.get('link') ?? ''

export const action = async ({ url, context }: Route.ActionArgs): Promise<Response> => {
  try {
    const { address } = context.get(askedContext)
    await takeTry([{ name: 'quiet', key: address, times: 600, seconds: 600 }])
    await setQuiet(db, linkIn(url), true)
  } catch (error) {
    if (error instanceof Refusal) return new Response(null, { status: error.status })
    throw error
  }
  return new Response(null, { status: 200 })
}

export function loader({ url }: Route.LoaderArgs) {
  const link = linkIn(url)
  return isLink(link) ? redirect(`/i/${link}#quiet`) : new Response(null, { status: 404 })
}
