import { type RawBuilder, sql } from 'kysely'

// The gifts of a drive, from the kept sums of the books and the gifts since: a drive with a million gifts is not added up again
// for each request.

/**
 * Selects gifts as they came in, by day and channel: how many, and their sum before anything went back. `since` is the first
 * day that is wanted. Read it in one statement with anything that has to agree with it.
 */
export const keptGifts = (driveId: string, since?: string): RawBuilder<unknown> => sql`
  select s.starts as day, s.channel, s.payments as gifts, s.gross as amount
  from revenue_sums s
  where s.fund_drive_id = ${driveId}::uuid and s.span = ${since ? 'day' : 'month'} and s.kind = 'donation'
    and s.starts >= ${since ?? '1000-01-01'}::date
  union all
  select f.day, f.channel, 1, f.amount from fresh_gifts(${driveId}::uuid) f where f.day >= ${since ?? '1000-01-01'}::date`
