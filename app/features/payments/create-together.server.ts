import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { inOneGo } from '#app/platform/postgres/in-one-go.server.ts'
import type { For } from './payment.ts'

export type Started = {
  id: number
  reference: string
  status: string
  /** Where it is paid; null until the provider has answered. */
  url: string | null
  /** True when the same form had been sent before. */
  again: boolean
}

/** The form's own key, within the place it is sent from. */
export type Key = {
  scope: string
  key: string
  /**
   * People come back to a form to give again: once its payment is over, or its checkout would have closed, the same form
   * starts the next. A program's key stands for one payment for ever.
   */
  renewed?: boolean
  /** Under which somebody has named this form. The same name for another form is refused. */
  name?: { scope: string; key: string }
}

export type Begun = { what: For; key: Key | undefined; language: string; hash: string; reference: string }
type Gift = Begun & { what: For & { kind: 'donation' } }

/**
 * Writes down gifts that are begun at the same moment. Only what is plainly in order: the drive takes gifts, and the form
 * was not sent before. Undefined: nothing was written, and it has to be looked at alone.
 */
export const createTogether = (db: Db, begun: Begun[]): Promise<(Started | undefined)[]> => {
  const gifts = firstOfEachKey(begun.filter((one): one is Gift => one.what.kind === 'donation'))
  const write = async (on: Db | Tx) => {
    const rows = await insert(on, gifts)
    return begun.map(({ reference }) => rows.get(reference))
  }
  if (!gifts.some(({ key }) => key)) return write(db)
  return inOneGo(db, async (tx) => {
    const started = await write(tx)
    await keepKeys(tx, begun, started)
    return started
  })
}

const wordsOf = ({ scope, key }: { scope: string; key: string }) => JSON.stringify([scope, key])

/** Of a form that is pressed twice, the second press is led to what the first one started; of a name, the first form has it. */
function firstOfEachKey(gifts: Gift[]): Gift[] {
  const seen = new Set<string>()
  return gifts.filter(({ key }) => {
    if (!key) return true
    const words = [key, ...(key.name ? [key.name] : [])].map(wordsOf)
    const isFirst = !words.some((one) => seen.has(one))
    for (const one of words) seen.add(one)
    return isFirst
  })
}

async function insert(on: Db | Tx, gifts: Gift[]): Promise<Map<string, Started>> {
  const each = <Value>(of: (gift: Gift) => Value) => sql.val(gifts.map(of))
  const { rows } = await sql<{ id: number; reference: string; status: string }>`
    with begun as (
      select * from unnest(${each(({ reference }) => reference)}::text[], ${each(({ what }) => what.driveId)}::uuid[],
        ${each(({ what }) => what.amount)}::bigint[], ${each(({ language }) => language)}::text[],
        ${each(({ what }) => what.donorName)}::text[], ${each(({ what }) => what.donorEmail)}::text[],
        ${each(({ what }) => what.message)}::text[], ${each(({ what }) => what.anonymous)}::boolean[],
        ${each(({ key }) => key?.scope ?? null)}::text[], ${each(({ key }) => key?.key ?? null)}::text[],
        ${each(({ hash }) => hash)}::text[],
        ${each(({ key }) => key?.name?.scope ?? null)}::text[], ${each(({ key }) => key?.name?.key ?? null)}::text[])
        b (reference, drive, amount, language, name, email, message, anonymous, scope, key, hash, named_in, named)
    ), welcome as (
      select b.* from begun b join open_drives d on d.id = b.drive where d.takes_gifts
    ), named as (
      insert into idempotency_keys (scope, key, request_hash)
      select named_in, named, hash from welcome where named is not null order by named_in, named
      on conflict do nothing returning scope, key
    ), taken as (
      insert into idempotency_keys (scope, key, request_hash)
      select scope, key, hash from welcome
      where key is not null and (named is null or (named_in, named) in (select scope, key from named))
      order by scope, key
      on conflict do nothing returning scope, key
    )
    insert into payments (reference, kind, fund_drive_id, amount, language, donor_name, donor_email, message, anonymous)
    select reference, 'donation', drive, amount, language, name, email, message, anonymous
    from welcome where key is null or (scope, key) in (select scope, key from taken)
    returning id, reference, status`.execute(on)
  return new Map(rows.map((row) => [row.reference, { ...row, url: null, again: false }]))
}

async function keepKeys(tx: Tx, begun: Begun[], started: (Started | undefined)[]): Promise<void> {
  const kept = begun.flatMap(({ key }, at) => (key && started[at] ? [{ ...key, id: started[at].id }] : []))
  await sql`
    update idempotency_keys k set payment_id = x.id
    from unnest(${kept.map(({ scope }) => scope)}::text[], ${kept.map(({ key }) => key)}::text[],
      ${kept.map(({ id }) => id)}::bigint[]) x (scope, key, id)
    where k.scope = x.scope collate "C" and k.key = x.key collate "C"`.execute(tx)
}
