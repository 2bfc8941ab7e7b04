import type { Route } from './+types/page.ts'
import { GuestScreen } from './guest-screen.tsx'
import { loadGuest } from './load.server.ts'
import '#app/invitations/guests/card.css'

export const handle = { static: true }
export const loader = loadGuest

/** Everything for one guest: the card, their occasions, and three answers to each. */
export default function Guest({ loaderData }: Route.ComponentProps) {
  return <GuestScreen loaded={loaderData} />
}
