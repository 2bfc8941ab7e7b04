import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { activeDrive, lockedDrive } from '#app/drives/drive/active.server.ts'
import { trackView } from '#app/drives/views/view.server.ts'
import { Refusal } from '#app/kit/says.ts'
import { givingTo, slugToGiveTo } from '#app/money/payments/giving.server.ts'
import { createPayment, createPayments } from '#app/money/payments/payment.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { testDatabase } from './database.ts'
import { someDrive } from './make.ts'
import { scriptedProvider } from './scripted-provider.ts'

// Which drives visitors can use, and which take gifts, is asked at many doors. Each gives the same answer.

let db: Db
beforeAll(async () => {
  db = await testDatabase()
  scriptedProvider()
})

type Drive = Awaited<ReturnType<typeof someDrive>>
const what = ({ id: driveId }: Drive) =>
  ({ kind: 'donation', driveId, amount: 1000, donorName: '', donorEmail: '', message: '', anonymous: false }) as const
let nr = 0
const userAgent = 'Mozilla/5.0 (Linux; Android 14) Chrome/148.0 Mobile Safari/537.36'

const usable: Record<string, (drive: Drive) => Promise<boolean>> = {
  'a visitor’s form action': async ({ slug }) => !!(await activeDrive(db, slug)),
  'a visitor’s deed that holds it': async ({ slug }) =>
    db.transaction().execute(async (tx) => !!(await lockedDrive(tx, slug))),
  'a program that gives': async ({ id }) => !!(await slugToGiveTo(db, id)),
  'a look': async ({ id }) =>
    (await trackView(db, id, { visitor: `v${++nr}`, address: `41.90.${nr}.7`, userAgent })) === 'counted',
}
const takesGifts: Record<string, (drive: Drive) => Promise<boolean>> = {
  'the form': async ({ id }) => !!(await givingTo(db, id)),
  // What those that are begun together turn away is looked at alone.
  'a gift by itself': async (drive) =>
    createPayment(db, what(drive)).then(
      () => true,
      () => false,
    ),
  'gifts at the same moment': async (drive) => {
    const begun = {
      what: what(drive),
      key: undefined,
      language: 'en',
      by: 'paystack',
      payer: null,
      hash: '',
      reference: `don-${String(++nr).padStart(20, '0')}`,
    }
    const other = { ...begun, reference: `don-${String(++nr).padStart(20, '0')}` }
    const [answer] = await createPayments(db, [begun, other])
    return answer !== undefined && 'reference' in answer
  },
}

const states: [string, usable: boolean, takes: boolean, make: (drive: Drive) => ReturnType<typeof sql>][] = [
  ['active', true, true, () => sql`select`],
  [
    'collecting nothing',
    true,
    false,
    ({ id }) => sql`update fund_drives set collect_donations = false where id = ${id}`,
  ],
  [
    'with a fee that we can’t take',
    true,
    false,
    ({ id }) => sql`update fund_drives set fee_policy = 'donor_on_top' where id = ${id}`,
  ],
  ['paused', false, false, ({ id }) => sql`update fund_drives set status = 'paused' where id = ${id}`],
  ['completed', false, false, ({ id }) => sql`update fund_drives set status = 'completed' where id = ${id}`],
  [
    'of a suspended owner',
    false,
    false,
    ({ ownerId }) => sql`update users set suspended_at = now(), suspended_why = 'x' where id = ${ownerId}`,
  ],
  [
    'of an owner who has left',
    false,
    false,
    ({ ownerId }) => sql`update users set deleted_at = now() where id = ${ownerId}`,
  ],
]

describe.each(states)('a drive that is %s', (_, isUsable, takes, make) => {
  test.each([
    ...Object.entries(usable).map(([door, ask]) => [door, ask, isUsable] as const),
    ...Object.entries(takesGifts).map(([door, ask]) => [door, ask, takes] as const),
  ])('is known as such by %s', async (_door, ask, answer) => {
    const drive = await someDrive(db)
    await make(drive).execute(db)
    expect(await ask(drive)).toBe(answer)
  })
})

test('the rule is written in the database alone', () => {
  const asking =
    /d\.status(', '=',| =) 'active'[\s\S]{0,200}(suspended_at|collect_donations)|suspended_at.{0,20}d\.status|'active' && !row\.suspended_at/
  const sources = globSync('app/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  expect(sources.length).toBeGreaterThan(500)
  expect(sources.filter((file) => asking.test(readFileSync(file, 'utf8')))).toEqual([])
})
