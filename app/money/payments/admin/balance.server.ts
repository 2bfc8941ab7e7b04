import { msg } from '@lingui/core/macro'
import { sql } from 'kysely'
import type { Says } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'

export const balanceTexts = { failed: { title: msg`The balance could not be compared` } }

export const outcomes: Record<'same' | 'differs' | 'unknown', Says> = {
  same: { title: msg`Matches the provider` },
  differs: { title: msg`Doesn’t match the provider`, text: msg`It is listed under Differences.`, tone: 'bad' },
  unknown: { title: msg`The provider gave no answer`, tone: 'bad' },
}

export type Compared = {
  at: Date
  outcome: 'same' | 'differs' | 'unknown'
  theirs: number | null
  ours: number
  away: number
  by: string | null
}

/** Returns the last comparison of our money at the provider with what the provider says; with `=`, the one at M-Pesa. */
export const lastCompared = (db: Db, at: '=' | '<>' = '<>'): Promise<Compared | undefined> =>
  db
    .selectFrom('balance_checks as c')
    .leftJoin('profiles as p', 'p.user_id', 'c.by')
    .select(['c.checked_at as at', 'c.theirs', 'c.ours', 'c.away', 'p.full_name as by'])
    .select(sql<Compared['outcome']>`c.outcome`.as('outcome'))
    .where('c.provider', at, 'mpesa')
    .orderBy('c.id', 'desc')
    .limit(1)
    .executeTakeFirst()
