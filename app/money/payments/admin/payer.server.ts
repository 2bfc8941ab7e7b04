import { sql } from 'kysely'

/** The name of the payer of `p` as they said; M-Pesa's name of them if they said nothing. */
export const payerOf = sql<string>`coalesce(nullif(p.donor_name, ''), name_at_mpesa(p.id), '')`
