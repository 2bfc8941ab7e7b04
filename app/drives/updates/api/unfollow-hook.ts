import { redirect } from 'react-router'
import { setFollowing } from '#app/drives/updates/followers.server.ts'
import { Refusal } from '#app/kit/says.ts'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/unfollow-hook.ts'

// POST by a mail program, when its reader presses 'Unsubscribe' there (RFC 8058). The token in the address is the only lock: no program
// sends an Origin or a cookie. A program that opens the address instead leads its reader to a page with a button.

export const action = async ({ params: { token } }: Route.ActionArgs): Promise<Response> => {
  try {
    await setFollowing(db, 'unfollow', token)
  } catch (error) {
    if (error instanceof Refusal) return new Response(null, { status: error.status })
    throw error
  }
  return new Response(null, { status: 200 })
}

export const loader = ({ params: { token } }: Route.LoaderArgs) => redirect(`/unfollow/${encodeURIComponent(token)}`)
