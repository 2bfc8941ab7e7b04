import { useRouteLoaderData } from 'react-router'

/** The signed-in person, as far as pages may know them. */
export type PersonSeen = {
  id: string
  fullName: string
  /** Their email address, or the number of their phone. */
  reach: string
  avatar: string | null
  isAdmin: boolean
}
type Root = { person: PersonSeen | null }

/** Returns the signed-in person, or null. */
export const usePerson = (): PersonSeen | null => useRouteLoaderData<Root>('root')?.person ?? null
