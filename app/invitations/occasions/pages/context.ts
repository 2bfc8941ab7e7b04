import { createContext, data, type RouterContextProvider } from 'react-router'
import type { HostedGathering, Hosting } from '#app/invitations/occasions/gathering.server.ts'
import { noIn } from '#app/invitations/occasions/occasion.ts'
import { idIn } from '#app/kit/web-address.ts'
import { personContext } from '#app/people/accounts/session.server.ts'

/** The gathering of these pages. The layout has found it through the person who asks; no page below checks again whose it is. */
export const gatheringContext = createContext<HostedGathering>()

/** Returns the slug and the person, as form actions need them. */
export const hostingIn = (context: Readonly<RouterContextProvider>): Hosting => ({
  personId: context.get(personContext)!.id,
  slug: context.get(gatheringContext).slug,
})

/** Returns the number of the occasion in an address. An invalid number is missing. */
export function occasionPlace({ no }: { no?: string | undefined }): number {
  const number = noIn(no)
  if (!number) throw data(null, { status: 404 })
  return number
}

/** Returns the guest in an address, and the address to continue at. An invalid id is missing. */
export function guestPlace(context: Readonly<RouterContextProvider>, { guest }: { guest?: string | undefined }) {
  const id = idIn(guest ?? null)
  if (!id) throw data(null, { status: 404 })
  const all = `/gathering/${context.get(gatheringContext).slug}/guests`
  return { id, all, go: `${all}/${id}` }
}
