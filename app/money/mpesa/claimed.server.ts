import { sql } from 'kysely'
import { phoneShown } from '#app/kit/phone.ts'
import type { Db } from '#app/platform/db.server.ts'
import { claimNumber } from './claim.ts'
import { pageKey } from './claim-told.server.ts'

/** A claim as its page shows it. Refused and lapsed claims read the same. */
export type ClaimedPayment = {
  is: 'found' | 'looking' | 'not found'
  number: string
  code: string
  tail: string
  slug: string
  title: string
  at: Date
  /** The phone that our text went to, only for the browser that typed it. */
  texted: string | null
  /** The payment that was found. */
  reference: string | null
  isNameless: boolean
}

/** Finds the claim at this address, for anyone who has it: nobody can guess one. */
export async function claimedAt(db: Db, token: string, visitor: string): Promise<ClaimedPayment | undefined> {
  if (!/^[0-9a-f]{32}$/.test(token)) return undefined
  const row = await db
    .selectFrom('claims as c')
    .innerJoin('fund_drives as d', 'd.id', 'c.fund_drive_id')
    .leftJoin('mpesa_receipts as r', (join) => join.onRef('r.receipt', '=', 'c.receipt').on('c.state', '=', 'placed'))
    .leftJoin('payments as p', 'p.id', 'r.payment_id')
    .leftJoin('donations as g', 'g.payment_id', 'p.id')
    .where('c.token', '=', token)
    .select(['c.id', 'c.state', 'c.receipt as code', 'c.tail', 'c.phone', 'c.visitor', 'c.created_at as at'])
    .select(['d.slug', 'd.title', 'p.reference'])
    .select(
      sql<boolean>`r.prompt_id is null and g.donor_name = '' and g.donor_email = '' and g.message = ''
      and not g.anonymous and c.payment_id is null`.as('isNameless'),
    )
    .executeTakeFirst()
  if (!row) return undefined
  const { id, state, phone, visitor: by, ...claim } = row
  const isTexted = phone !== null && by === visitor && (await wasTexted(db, id))
  return {
    ...claim,
    is: claim.reference ? 'found' : state === 'waiting' || state === 'desk' ? 'looking' : 'not found',
    number: claimNumber(id, claim.at),
    texted: isTexted ? phoneShown(phone) : null,
  }
}

async function wasTexted(db: Db, id: number): Promise<boolean> {
  const text = db.selectFrom('sms_outbox').where('key', '=', pageKey(id)).where('state', '<>', 'failed').select('id')
  return (await text.executeTakeFirst()) !== undefined
}
