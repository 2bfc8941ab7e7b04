import { sql } from 'kysely'

/** Who paid `p`, as they said; the payer who said nothing as M-Pesa names them. */
export const payerOf = sql<string>`coalesce(nullif(p.donor_name, ''), name_at_mpesa(p.id), '')`
