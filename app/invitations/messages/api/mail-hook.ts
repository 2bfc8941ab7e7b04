import { redirect } from 'react-router'
import { ownLimits } from '#app/group/pledges/pledge.server.ts'
import { mailsPath } from '#app/group/pledges/pledge.ts'
import { stopMail } from '#app/group/pledges/tell.server.tsx'
import { Refusal } from '#app/kit/says.ts'
import { db } from '#app/platform/db.server.ts'
import { takeTry } from '#app/platform/http/limits.server.ts'
import type { Route } from './+types/mail-hook.ts'

// POST by a mail program, when its reader presses 'Unsubscribe' there (RFC 8058). The token in the address is the only lock: no program
// sends an Origin or a cookie. A program that opens the address instead leads its reader to a page with a button.

export const action = async ({ params: { token, reader } }: Route.ActionArgs): Promise<Response> => {
  try {
    await takeTry(ownLimits(token))
    await stopMail(db, { token, reader })
  } catch (error) {
    if (error instanceof Refusal) return new Response(null, { status: error.status })
    throw error
  }
  return new Response(null, { status: 200 })
}

export const loader = ({ params: { token, reader } }: Route.LoaderArgs) => redirect(mailsPath(token, reader))
