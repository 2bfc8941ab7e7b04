import { sql } from 'kysely'
import { phoneShown, phoneWhole } from '#app/kit/phone.ts'

// How a person is reached: by their email address or, where they have none, by their phone.

/** One of the phones of the user `u` of the query, where they have no address. */
export const phoneInstead = sql<string | null>`case when u.email is null then phone_of(u.id) end`

type Reach = { email: string | null; phone: string | null }

/** What others may see of it: of a number its beginning and its end. */
export const reachSeen = ({ email, phone }: Reach): string => email ?? (phone ? phoneShown(phone) : '')

/** What the person sees of it. */
export const ownReach = ({ email, phone }: Reach): string => email ?? (phone ? phoneWhole(phone) : '')

/** True once their address is confirmed. A phone is theirs only once it is. `u` is the user of the query. */
export const isConfirmed = sql<boolean>`(u.email_verified or u.email is null)`
