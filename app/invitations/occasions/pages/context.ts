import { createContext, data, type RouterContextProvider } from 'react-router'
import type { HostedGathering, Hosting } from '#app/invitations/occasions/gathering.server.ts'
import { noIn } from '#app/invitations/occasions/occasion.ts'
import { idIn } from '#app/kit/ids.ts'
import { personContext } from '#app/people/accounts/session.server.ts'

/** The gathering whose pages these are. The layout has found it through the person who asks; no page below asks again whose it is. */
export const gatheringContext = createContext<HostedGathering>()

/** The same as form actions want it: its slug, and the person who asks. */
export const hostingIn = (context: Readonly<RouterContextProvider>): Hosting => ({
  personId: context.get(personContext)!.id,
  slug: context.get(gatheringContext).slug,
})

/** The number of the occasion that an address names. One that none can have is missing. */
export function occasionPlace({ no }: { no?: string | undefined }): number {
  const number = noIn(no)
  if (!number) throw data(null, { status: 404 })
  return number
}

/** The guest whom an address names, and where it goes on. One that can't be an id is missing. */
export function guestPlace(context: Readonly<RouterContextProvider>, { guest }: { guest?: string | undefined }) {
  const id = idIn(guest ?? null)
  if (!id) throw data(null, { status: 404 })
  const all = `/gathering/${context.get(gatheringContext).slug}/guests`
  return { id, all, go: `${all}/${id}` }
}
