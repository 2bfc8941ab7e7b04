import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { giveViews, giveViewsForm } from '#app/drives/drive/admin/decide.server.tsx'
import { creditsOf } from '#app/drives/views/credits.server.ts'
import { trackView } from '#app/drives/views/view.server.ts'
import { applyResult } from '#app/money/payments/apply.server.ts'
import { createPayment } from '#app/money/payments/payment.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { atOnce, booksMustHold, granted, paid } from '#test/money.ts'
import { newAdmin } from '#test/money-now.ts'
import { allRows, oneRow, setRows } from '#test/rows.ts'

const db = await testDatabase()
booksMustHold(() => db)
const by = await newAdmin()
const why = 'Featured on the radio'

/** A purchase of 200 views whose money has come, to be applied. */
async function purchase(driveId: string, userId: string) {
  const { id: packageId } = await oneRow('subscription_packages', { name: 'Starter' })
  const amount = 65_000
  const asked = { driveId, userId, packageId, amount, email: 'owner@example.test' }
  const { reference } = await createPayment(db, { kind: 'subscription', ...asked })
  return () => applyResult(db, 'paystack', reference, paid(amount))
}
const look = (driveId: string, visitor: string) =>
  trackView(db, driveId, { visitor, address: '', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150' })

test('free views come on top of what is left, and who gave them and why is written down', async () => {
  const { slug, id } = await someDrive(db)
  await look(id, 'one')
  await giveViews(db, slug, { views: 500, by, why })
  expect(await creditsOf(db, id)).toMatchObject({ package: 'Free', views: 515, used: 1, remaining: 514 })
  const line = { act: 'views given', by: by.id, before: { views: 14 }, after: { views: 514 }, why }
  expect(await allRows('audit_log', { subject: id })).toMatchObject([line])
})

test('a form that is pressed twice gives once; another number or another reason is another gift', async () => {
  const { slug, id } = await someDrive(db)
  const pressed = await atOnce(10, () => giveViews(db, slug, { views: 50, by, why }).then(() => true))
  expect(granted(pressed)).toHaveLength(1)
  for (const one of pressed) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409 })
  expect((await creditsOf(db, id))?.remaining).toBe(65)
  await giveViews(db, slug, { views: 51, by, why })
  await giveViews(db, slug, { views: 50, by, why: 'Featured once more' })
  expect((await creditsOf(db, id))?.remaining).toBe(166)
})

test('a drive that was shut for want of views is open again', async () => {
  const { slug, id } = await someDrive(db)
  await setRows('subscriptions', { fund_drive_id: id }, { views: 0, remaining_views: 0 })
  expect(await look(id, 'one')).toBe('blocked')
  await giveViews(db, slug, { views: 1, by, why })
  expect(await look(id, 'one')).toBe('counted')
  expect(await look(id, 'two')).toBe('blocked')
})

test('given, bought and used at the same moment, no view is lost and none is made, time and again', async () => {
  for (let round = 0; round < 20; round++) {
    const { slug, id, ownerId } = await someDrive(db)
    const bought = await purchase(id, ownerId)
    // A purchase takes some steps before it comes to the credits: each round they meet at another one.
    const later = <Done>(run: () => Promise<Done>) => sleep(round).then(run)
    const all = await Promise.all([
      bought(),
      later(() => look(id, 'one')),
      later(() => giveViews(db, slug, { views: 100, by, why })),
      later(() => giveViews(db, slug, { views: 30, by, why })),
      look(id, 'two'),
    ])
    expect([all[0], all[1], all[4]]).toEqual(['applied', 'counted', 'counted'])
    expect((await creditsOf(db, id))?.remaining).toBe(15 + 200 + 130 - 2)
  }
}, 60_000)

test('from 1 to 100,000 views, as people write numbers, and never to one’s own drive', async () => {
  const views = (text: string) => giveViewsForm.safeParse({ views: text, why }).data?.views
  expect(['1', '1,000', '100000', '100 000'].map(views)).toEqual([1, 1000, 100_000, 100_000])
  for (const text of ['', '0', '-5', '1.5', '100001', '1e3', 'many', '٣']) expect(views(text)).toBeUndefined()
  const own = await someDrive(db, { ownerId: by.id })
  await expect(giveViews(db, own.slug, { views: 5, by, why })).rejects.toMatchObject({ status: 403 })
  await expect(giveViews(db, 'no-such-drive', { views: 5, by, why })).rejects.toMatchObject({ status: 404 })
})
