import { randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { describe, expect, test } from 'vitest'
import { setDriveStatus } from '#app/drives/drive/manage.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { atOnce, booksMustHold, granted, reasonsOf } from '#test/money.ts'
import { queryOne } from '#test/rows.ts'
import { slugToGiveTo } from './giving.server.ts'
import { type Key, paymentOpened } from './opening.server.ts'
import { createPayment } from './payment.server.ts'

const db = await testDatabase()
booksMustHold(() => db)

const giver = { donorName: 'Amina', donorEmail: 'amina@example.test', message: 'Pole sana', anonymous: false }
const begin = (driveId: string, amount: number, key?: Key, own: object = {}) =>
  createPayment(db, { kind: 'donation', driveId, amount, ...giver, ...own }, key, 'sw')
const rowsOf = (driveId: string) =>
  db.selectFrom('payments').where('fund_drive_id', '=', driveId).selectAll().orderBy('amount').execute()
const transactionsOf = async (driveId: string) =>
  (
    await queryOne<{ many: number }>`select count(distinct xmin::text)::int as many from payments
      where fund_drive_id = ${driveId}`
  ).many

describe('gifts that are begun at the same moment', () => {
  test('are written down together, each as it was said', async () => {
    const { id } = await someDrive(db)
    const started = granted(await atOnce(9, (at) => begin(id, 1000 + at, undefined, { donorName: `Giver ${at}` })))
    const rows = await rowsOf(id)
    expect(rows).toHaveLength(9)
    for (const [at, { reference, status, url, again }] of started.entries()) {
      expect([status, url, again]).toEqual(['created', null, false])
      expect(rows.find((row) => row.reference === reference)).toMatchObject({
        amount: 1000 + at,
        donor_name: `Giver ${at}`,
        donor_email: 'amina@example.test',
        message: 'Pole sana',
        status: 'created',
        kind: 'donation',
        language: 'sw',
        authorization_url: null,
      })
    }
    expect(await transactionsOf(id)).toBe(1)
  })

  test('with a key each: pressed many times it is one payment; the same key with another amount is refused [T601]', async () => {
    const { id } = await someDrive(db)
    const keys = Array.from({ length: 4 }, () => ({ scope: 'donate', key: randomUUID() }))
    const all = await atOnce(20, (at) => begin(id, 1000 + (at % 4), keys[at % 4]!))
    expect(reasonsOf(all)).toEqual([])
    expect(new Set(granted(all).map(({ reference }) => reference)).size).toBe(4)
    expect(granted(all).filter(({ again }) => !again)).toHaveLength(4)
    expect((await rowsOf(id)).map(({ amount }) => amount)).toEqual([1000, 1001, 1002, 1003])
    const other = await atOnce(3, (at) => begin(id, 7000, keys[at]))
    expect(reasonsOf(other)).toHaveLength(3)
    expect(await rowsOf(id)).toHaveLength(4)
  })

  test('are begun although drives of others among them are paused or gone', async () => {
    const [open, paused] = [await someDrive(db), await someDrive(db)]
    await setDriveStatus(db, paused, 'paused')
    const key = { scope: 'donate', key: randomUUID() }
    const all = await Promise.allSettled([
      begin(open.id, 1000),
      begin(paused.id, 2000, key),
      begin(randomUUID(), 3000),
      begin(open.id, 4000),
    ])
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect((await rowsOf(open.id)).map(({ amount }) => amount)).toEqual([1000, 4000])
    expect(await rowsOf(paused.id)).toEqual([])
    // What was refused leaves its key free.
    await setDriveStatus(db, paused, 'active')
    expect((await begin(paused.id, 2000, key)).again).toBe(false)
  })

  const shut: [string, string][] = [
    ['is completed', `update fund_drives set status = 'completed' where id = $1`],
    ['does not collect', `update fund_drives set collect_donations = false where id = $1`],
    ['has terms that nobody has built', `update fund_drives set fee_policy = 'donor_on_top' where id = $1`],
    [
      'is of somebody who is shut out',
      `update users set suspended_at = now(), suspended_why = 'x' where id = (select user_id from fund_drives where id = $1)`,
    ],
    [
      'is of somebody who has left',
      `update users set deleted_at = now() where id = (select user_id from fund_drives where id = $1)`,
    ],
  ]
  test.each(shut)('for a drive that %s are refused, alone or among others', async (_, how) => {
    const [open, closed] = [await someDrive(db), await someDrive(db)]
    await db.executeQuery(CompiledQuery.raw(how, [closed.id]))
    await expect(begin(closed.id, 1000)).rejects.toThrow('does not accept donations')
    const all = await atOnce(8, (at) => begin(at % 2 ? open.id : closed.id, 1000 + at))
    expect(reasonsOf(all)).toEqual(Array(4).fill('This fundraiser does not accept donations at the moment.'))
    expect([(await rowsOf(open.id)).length, await rowsOf(closed.id)]).toEqual([4, []])
  })

  test('and opened: each at its own address, and none that was given up meanwhile', async () => {
    const { id } = await someDrive(db)
    const [one, other, late] = granted(await atOnce(3, (at) => begin(id, 1000 + at)))
    await db.updateTable('payments').set({ status: 'init_unknown' }).where('id', '=', late!.id).execute()
    const urlOf = ({ reference }: { reference: string }) => `https://pay.example/${reference}`
    expect(
      await Promise.all(
        [one!, other!, late!].map((it) => paymentOpened(db, { reference: it.reference, url: urlOf(it) })),
      ),
    ).toEqual(['pending', 'pending', null])
    for (const row of await rowsOf(id))
      expect([row.status, row.authorization_url]).toEqual(
        row.id === late!.id ? ['init_unknown', null] : ['pending', urlOf(row)],
      )
  })

  test('find the pages of their drives, however the id is written', async () => {
    const [one, other] = [await someDrive(db), await someDrive(db)]
    const asked = [one.id, other.id.toUpperCase(), randomUUID(), one.id]
    expect(await Promise.all(asked.map((id) => slugToGiveTo(db, id)))).toEqual([
      one.slug,
      other.slug,
      undefined,
      one.slug,
    ])
  })
})
