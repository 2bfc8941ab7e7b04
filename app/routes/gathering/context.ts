import { createContext, type RouterContextProvider } from 'react-router'
import type { HostedGathering, Hosting } from '#app/features/occasions/gathering.server.ts'
import { personContext } from '#app/features/people/session.server.ts'

/** The gathering whose pages these are. The layout has found it through the person who asks; no page below asks again whose it is. */
export const gatheringContext = createContext<HostedGathering>()

/** The same as deeds want it: its slug, and the person who asks. */
export const hostingIn = (context: Readonly<RouterContextProvider>): Hosting => ({
  personId: context.get(personContext)!.id,
  slug: context.get(gatheringContext).slug,
})
