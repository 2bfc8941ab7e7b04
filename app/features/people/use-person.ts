import { useRouteLoaderData } from 'react-router'

/** Who is signed in, as pages may know it. */
export type PersonSeen = { id: string; fullName: string; email: string; avatar: string | null; isAdmin: boolean }
type Root = { person: PersonSeen | null; session: { expiresIn: number } | null }

/** The person who is signed in, or null. */
export const usePerson = (): PersonSeen | null => useRouteLoaderData<Root>('root')?.person ?? null

/** How long the session lasts, in seconds from when the page was loaded; null when nobody is signed in. */
export const useSession = () => useRouteLoaderData<Root>('root')?.session ?? null
