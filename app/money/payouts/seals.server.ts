import { sql } from 'kysely'
import type { Db } from '#app/platform/db.server.ts'
import { currentSecret, isSignedByUs } from '#app/platform/settings/accepted-secrets.server.ts'
import { macOfFacts } from '#app/platform/settings/secret.server.ts'
import type { SignedWord } from './payout.ts'

// Our seals over requests and signatures: a row that was written or changed by hand in the database has another one, or none. This
// file loads no words, so that commands can run it from its sources.

/** The facts under a request's seal: another sum, account or number of treasurers has another one. */
type Sealed = {
  whole: string
  part: number
  amount: number
  net: number
  destination: unknown
  needs: number
}

const factsOf = ({ whole, part, amount, net, destination, needs }: Sealed) => [
  whole,
  part,
  amount,
  net,
  // Postgres keeps the fields of an object in an order of its own.
  JSON.stringify(Object.entries(destination as object).sort(([one], [other]) => (one < other ? -1 : 1))),
  needs,
]

/** Seals a request as it is asked for. */
export const sealRequest = (request: Sealed): string => macOfFacts(currentSecret(), 'payout', factsOf(request))

export const isAsSealed = ({ mac, ...request }: Sealed & { mac: string | null }): boolean =>
  mac !== null && isSignedByUs(mac, (secret) => macOfFacts(secret, 'payout', factsOf(request)))

type Said = { whole: string; by: string; verdict: SignedWord }

/** Seals what a treasurer said. */
export const sealVerdict = ({ whole, by, verdict }: Said): string =>
  macOfFacts(currentSecret(), 'signature', [whole, by, verdict])

/** Tells whether a treasurer's word was written by us, and not by hand in the database. */
export const isAsSaid = ({ whole, by, verdict, mac }: Said & { mac: string }): boolean =>
  isSignedByUs(mac, (secret) => macOfFacts(secret, 'signature', [whole, by, verdict]))

/** Seals the requests that are open when the product first starts with seals. Later a request without one was not made here. */
export async function sealOpenRequests(db: Db): Promise<number> {
  const sealed = await db.selectFrom('payout_requests').where('mac', 'is not', null).select('id').limit(1).execute()
  if (sealed.length > 0) return 0
  const open = await db
    .selectFrom('payout_requests')
    .where('status', 'in', ['waiting', 'processing', 'approved'])
    .where('created_at', '<', sql<Date>`(select applied_at from migrations where name = '0465_signatures.sql')`)
    .select(sealedColumns)
    .execute()
  for (const row of open)
    await db
      .updateTable('payout_requests')
      .set({ mac: sealRequest(row) })
      .where('id', '=', row.id)
      .execute()
  return open.length
}

/** Seals open requests with the current secret that the previous one sealed. */
export async function sealRequestsAnew(db: Db): Promise<number> {
  let anew = 0
  const open = await db
    .selectFrom('payout_requests')
    .where('status', 'in', ['waiting', 'processing', 'approved'])
    .select(sealedColumns)
    .execute()
  for (const row of open) {
    const mac = sealRequest(row)
    if (row.mac === mac || !isAsSealed(row)) continue
    await db.updateTable('payout_requests').set({ mac }).where('id', '=', row.id).execute()
    anew++
  }
  return anew
}

export const sealedColumns = ['id', 'whole', 'part', 'amount', 'net', 'destination', 'needs', 'mac'] as const
