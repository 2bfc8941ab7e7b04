import { sql } from 'kysely'
import { z } from 'zod'
import { againField } from '#app/admin/decision-forms.ts'
import { centsIn } from '#app/kit/amount.ts'
import { said } from '#app/kit/says.ts'
import { dayAt, isDay } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'
import { bearers, type TariffSeen, tariffKinds, tariffTexts } from './tariffs.ts'

/** Lists the rows that count today, and those whose day is to come. */
export async function tariffsNow(db: Db): Promise<TariffSeen[]> {
  const { rows } = await sql<TariffSeen>`
    select t.id, t.what as kind, t.bearer, t.from_cents as "from", t.to_cents as "to", t.fee, t.since::text, p.full_name as by,
      t.since > ${dayAt(new Date())}::date as "isToCome"
    from mpesa_tariffs t join profiles p on p.user_id = t.by
    where t.since >= coalesce((select max(since) from mpesa_tariffs o
      where o.what = t.what and since <= ${dayAt(new Date())}::date), '-infinity')
    order by t.what desc, t.since, t.from_cents`.execute(db)
  return rows
}

const text = z.string().catch('')
const centsField = (least: number) =>
  text.transform((typed, refused) => {
    const cents = centsIn(typed)
    if (cents !== undefined && cents >= least) return cents
    refused.addIssue({ code: 'custom', message: said(tariffTexts.amount) })
    return z.NEVER
  })

export const tariffForm = z.object({
  what: z.enum(tariffKinds).default('paybill'),
  bearer: z.enum(bearers, said(tariffTexts.bearer)),
  from: centsField(1),
  to: centsField(1),
  fee: centsField(0),
  since: text.refine(isDay, said(tariffTexts.since)),
  again: againField,
})
