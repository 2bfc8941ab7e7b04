import type { Route } from './+types/open.ts'
import { loadOpen } from './load.server.ts'
import { OpenScreen } from './open-screen.tsx'
import '#app/invitations/guests/card.css'

export const handle = { static: true }
export const loader = loadOpen

/** The invitation that can be shared with everybody. */
export default function Open({ loaderData }: Route.ComponentProps) {
  return <OpenScreen loaded={loaderData} />
}
