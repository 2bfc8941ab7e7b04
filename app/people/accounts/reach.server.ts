import { sql } from 'kysely'
import { phoneShown, phoneWhole } from '#app/kit/phone.ts'

// How a person is reached: by their email address or, without one, by their phone.

/** A phone of the query's user `u`, if they have no address. */
export const phoneInstead = sql<string | null>`case when u.email is null then phone_of(u.id) end`

type Reach = { email: string | null; phone: string | null }

/** Formats the reach for others: of a number only the beginning and the end. */
export const reachSeen = ({ email, phone }: Reach): string => email ?? (phone ? phoneShown(phone) : '')

/** Formats the reach for its person. */
export const ownReach = ({ email, phone }: Reach): string => email ?? (phone ? phoneWhole(phone) : '')

/** True once their address is confirmed; phones always are. `u` is the user of the query. */
export const isConfirmed = sql<boolean>`(u.email_verified or u.email is null)`
