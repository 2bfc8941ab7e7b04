import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { textGivers } from '#app/money/donations/gift-sms.server.ts'
import { db } from '#app/platform/db.server.ts'
import { until } from '#test/product.ts'
import { world } from '#test/world.ts'
import { ensureBuild } from './build.ts'

// Texts to phones with the built product: its worker hands them to the pretend gateway, which reports over HTTP.

beforeAll(() => ensureBuild())

const told = { language: 'sw', amount: 50000, drive: 'Heal Mama', code: 'SLK4H2A7QX' } as const
const phones = ['+254712345678', '+254708374960', '+254708374961', '+254708374903']
/** Of these phones: guests of the examples are texted, too. */
const states = async () =>
  (
    await db.selectFrom('sms_outbox').where('phone', 'in', phones).select(['phone', 'state']).orderBy('id').execute()
  ).map(({ phone, state }) => `${phone!.slice(-3)} ${state}`)

test('a text leaves once and is reported, by whichever process hears of it; a lost answer repeats nothing', async () => {
  const scene = await world({ env: { WEB_PROCESSES: '2' } })
  const { url, said } = scene.product()
  for (const [at, phone] of phones.entries()) {
    const receipt = crypto.randomUUID()
    await db.transaction().execute((tx) => textGivers(tx, [{ ...told, donationId: at + 1, receipt, phone }]))
  }
  const end = ['678 delivered', '960 delivered', '961 delivered', '903 failed']
  await until(async () => (await states()).join() === end.join(), 'all are reported')
  for (const phone of ['0712345678', '0708374960', '0708374961']) {
    const { sms } = (await (await fetch(`${url}/sandbox/sms.json?to=${phone}`)).json()) as { sms: { text: string }[] }
    expect(sms).toMatchObject([{ from: 'HARAMBEE', text: expect.stringContaining('Asante! KES 500 kwa Heal Mama') }])
  }
  // At night others wait for the morning.
  const left = async () =>
    (await sql`select from graphile_worker.jobs where task_identifier = 'send-sms' and run_at <= now()`.execute(db))
      .rows.length
  await until(async () => (await left()) === 0, 'nothing waits to be sent')
  expect(said()).not.toMatch(/712345678|708374960|Asante/)
})

test('the door of reports is found by nobody who guesses, and takes no more than a form', {
  tags: ['night'],
}, async () => {
  const { url } = (await world()).product()
  const post = (path: string, body: BodyInit) => fetch(`${url}/hooks/sms/${path}`, { method: 'POST', body })
  const form = new URLSearchParams({ id: 'ATXid_0123456789', status: 'Success', phoneNumber: '+254712345678' })
  expect((await post('0'.repeat(64), form)).status).toBe(404)
  expect((await post('0'.repeat(64), `id=${'x'.repeat(33_000)}`)).status).toBe(413)
  expect((await fetch(`${url}/sandbox/sms`)).status).toBe(200)
  expect(await db.selectFrom('sms_reports').selectAll().execute()).toEqual([])
})
