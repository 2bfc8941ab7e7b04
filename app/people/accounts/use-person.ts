import { useRouteLoaderData } from 'react-router'

/** Who is signed in, as pages may know it. */
export type PersonSeen = {
  id: string
  fullName: string
  /** Their email address, or the number of their phone. */
  reach: string
  avatar: string | null
  isAdmin: boolean
}
type Root = { person: PersonSeen | null }

/** The person who is signed in, or null. */
export const usePerson = (): PersonSeen | null => useRouteLoaderData<Root>('root')?.person ?? null
