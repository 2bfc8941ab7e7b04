import { sql } from 'kysely'
import type { Paybill } from '#app/drives/drive/share.ts'
import { type Language, languages } from '#app/kit/languages.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { type Entry, type SharedList, sheetText } from './sheet.ts'

/** The most gifts and promises that are named, the newest; older ones are a sum. */
const most = 1000
const longestName = 60

type Drive = {
  id: string
  title: string
  collects: boolean
  goal: number
  raised: number
  recorded: number
  pledged: number
}

/**
 * Returns the list of a drive: names as their givers chose them, and no phone. A gift that counts for a pledge is in its line, which
 * has no name if one of them has none. A promise without its giver's yes shows only the gifts.
 */
export async function sheetOf(
  db: Db | Tx,
  drive: Drive,
  { link, paybill }: { link: string; paybill: Paybill | null },
): Promise<SharedList> {
  const { rows } = await entriesOf(drive.id).execute(db)
  const entries = rows.map(({ name, ...rest }): Entry => ({ ...rest, name: shownName(name) })).reverse()
  const paid = drive.raised + drive.recorded
  const named = entries.reduce((sum, { paid }) => sum + paid, 0)
  return {
    title: drive.title,
    goal: drive.collects ? drive.goal : null,
    entries,
    others: Math.max(0, paid - named),
    paid,
    pledged: drive.pledged,
    paybill: drive.collects ? paybill : null,
    link,
  }
}

/** Makes a name one line: a list has one for each name. */
const shownName = (name: string | null): string | null => {
  const line = (name ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return [...line].slice(0, longestName).join('').trim() || null
}

type Found = Entry & { at: Date }

/** Reads the entries. Those of one paste have the same moment: they stay in the order of the paste, in each list and picture. */
const entriesOf = (driveId: string) => sql<Found>`
  with pledged as (
    select created_at as at, 3 as kind, id, nullif(name, '') as name, anonymous or exists (
        select from pledge_parts k left join donations d on d.id = k.donation_id left join recorded_gifts r on r.id = k.recorded_id
        where k.pledge_id = pledges.id and (d.anonymous or r.anonymous)
      ) as anonymous, case when agreed or source <> 'giver' then greatest(amount - unagreed, paid) else paid end as amount, paid from pledges
    where fund_drive_id = ${driveId} and state <> 'released'
      and (agreed or paid > 0 or source <> 'giver') order by id desc limit ${most}
  ), recorded as (
    select r.created_at, 2, r.id, nullif(r.name, ''), r.anonymous, r.amount - coalesce(k.amount, 0) as rest
    from recorded_gifts r left join (pledge_parts k join pledges l on l.id = k.pledge_id and l.state <> 'released')
      on k.recorded_id = r.id
    where r.fund_drive_id = ${driveId} and r.voided_at is null order by r.id desc limit ${most}
  ), given as (
    select d.created_at, 1, d.id, nullif(d.donor_name, ''), d.anonymous, d.amount - p.reversed - coalesce(k.amount, 0) as rest
    from donations d join payments p on p.id = d.payment_id
      left join (pledge_parts k join pledges l on l.id = k.pledge_id and l.state <> 'released') on k.donation_id = d.id
    where d.fund_drive_id = ${driveId} order by d.id desc limit ${most}
  ), entries as (
    select * from pledged
    union all select *, rest from recorded where rest > 0
    union all select *, rest from given where rest > 0
  )
  select at, case when anonymous then null else name end as name, anonymous as "isAnonymous",
    amount::bigint as amount, paid::bigint as paid
  from entries order by at desc, kind desc, id desc limit ${most}`

/** Returns the list in each of our languages, as it may be pasted again. */
export const textsOf = (sheet: SharedList): string[] =>
  (Object.keys(languages) as Language[]).map((one) => sheetText(wordsIn(one, catalogues[one]), sheet))
