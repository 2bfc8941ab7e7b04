import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'

/** Returns a code as it is recorded: letters and digits alone. Undefined for what can be no code of ours. */
export function codeKept(code: string | null): string | null {
  const signs = code?.toUpperCase().replace(/[^A-Z0-9]/g, '') ?? ''
  return /^[A-Z0-9]{6,20}$/.test(signs) ? signs : null
}

type Counted = { code: string; day: string; isHere: boolean }

/**
 * Returns which of these codes are counted already, and on which day if it was for this drive; of another drive nothing more is
 * revealed. Entries of this very paste do not count against it.
 */
export async function knownCodes(
  db: Db | Tx,
  driveId: string,
  codes: readonly string[],
  pasteId = 0,
): Promise<Map<string, string>> {
  const asKept = keptOf(codes)
  const wanted = [...new Set(asKept.values())]
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<Counted>`
    select g.code, g.given_on::text as day, g.fund_drive_id = ${driveId} as "isHere" from recorded_gifts g
    where g.code = any(${wanted}) and g.voided_at is null
      and not exists (select from paste_rows r where r.paste_id = ${pasteId} and r.became = 'recorded' and r.became_id = g.id)
    union all
    select r.receipt, (coalesce(r.paid_at, r.proved_at) at time zone 'Africa/Nairobi')::date::text, p.fund_drive_id = ${driveId}
    from mpesa_receipts r join payments p on p.id = r.payment_id
    where r.receipt = any(${wanted}) and r.state in ('placed', 'reversed')`.execute(db)
  const counted = new Map(rows.map(({ code, day, isHere }) => [code, isHere ? day : '']))
  return new Map(
    [...asKept].flatMap(([code, kept]) => (counted.has(kept) ? [[code, counted.get(kept)!] as const] : [])),
  )
}

const keptOf = (codes: readonly string[]): Map<string, string> =>
  new Map(codes.flatMap((code) => (codeKept(code) ? [[code, codeKept(code)!] as const] : [])))

/** Returns which of these codes are looked for already by entries from another paste of this drive. */
export async function codesLookedFor(
  db: Db | Tx,
  driveId: string,
  codes: readonly string[],
  pasteId = 0,
): Promise<Set<string>> {
  const asKept = keptOf(codes)
  if (asKept.size === 0) return new Set()
  const { rows } = await sql<{ receipt: string }>`
    select c.receipt from claims c join paste_rows r on r.became = 'claim' and r.became_id = c.id and r.state = 'entered'
    where c.fund_drive_id = ${driveId} and c.receipt = any(${[...new Set(asKept.values())]}) and c.state in ('waiting', 'desk')
      and r.paste_id <> ${pasteId}`.execute(db)
  const waiting = new Set(rows.map(({ receipt }) => receipt))
  return new Set([...asKept].flatMap(([code, kept]) => (waiting.has(kept) ? code : [])))
}
