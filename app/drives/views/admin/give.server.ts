import { msg } from '@lingui/core/macro'
import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { decision } from '#app/admin/decision.server.ts'
import { decisionForm } from '#app/admin/decision-forms.ts'
import { lockWallet } from '#app/base/ledger/wallet.server.ts'
import { drive } from '#app/drives/drive/admin/decide.server.tsx'
import { givingViews } from '#app/drives/drive/admin/decisions.ts'
import { lockCredits, openCredits } from '#app/drives/views/credits.server.ts'
import { Refusal, said } from '#app/kit/says.ts'
import type { Tx } from '#app/platform/db.server.ts'

/** How many views an administrator can give at once. */
const giftMax = 100_000
const twice = msg`You gave these views a moment ago`
const number = msg`Please write a number from 1 to 100,000.`

/** A whole number as people type it, '1000' or '1,000'. */
const viewsField = z
  .string(said(number))
  .transform((text) => text.replace(/[\s,]/g, ''))
  .pipe(z.string().regex(/^\d{1,6}$/, said(number)))
  .transform(Number)
  .pipe(z.number().min(1, said(number)).max(giftMax, said(number)))

export const giveViewsForm = decisionForm.extend({ views: viewsField })

/**
 * Gives a drive views for nothing, on top of what it has. The wallet is locked first, as a purchase does it: one at the
 * same moment closes the credits that these would be added to.
 */
export const giveViews = decision({
  of: drive,
  act: 'views given',
  words: givingViews,
  form: giveViewsForm,
  async run(tx, { id: driveId, user_id: ownerId }, { views, why, by }) {
    await lockWallet(tx, driveId)
    if (await isGivenJustNow(tx, { driveId, views, why, by: by.id }))
      throw new Refusal({ title: twice, text: msg`To give as many again, write another reason.`, tone: 'bad' })
    const { id, remaining_views: left } = await creditsOrNew(tx, driveId, ownerId)
    await tx
      .updateTable('subscriptions')
      .set({ views: sql`views + ${views}::int`, remaining_views: sql`remaining_views + ${views}::int` })
      .where('id', '=', id)
      .execute()
    return { before: { views: left }, after: { views: left + views } }
  },
})

/** A form that is pressed twice gives once. The wallet is locked: of two at once the later finds the line of the first. */
async function isGivenJustNow(
  tx: Tx,
  { driveId, views, why, by }: { driveId: string; views: number; why: string; by: string },
): Promise<boolean> {
  const line = await tx
    .selectFrom('audit_log')
    .where('subject', '=', driveId)
    .where('act', '=', 'views given')
    .where('by', '=', by)
    .where('why', '=', why)
    .where('at', '>', sql<Date>`now() - interval '1 minute'`)
    .where(sql<SqlBool>`(after ->> 'views')::int - (before ->> 'views')::int = ${views}`)
    .select('id')
    .executeTakeFirst()
  return line !== undefined
}

/** Each drive has credits from its beginning; one that has none all the same gets those of a new one. */
async function creditsOrNew(tx: Tx, driveId: string, ownerId: string) {
  const credits = await lockCredits(tx, driveId)
  if (credits) return credits
  await openCredits(tx, driveId, ownerId)
  return (await lockCredits(tx, driveId))!
}
