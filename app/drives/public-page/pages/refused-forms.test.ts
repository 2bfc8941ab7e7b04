import { beforeAll, expect, test } from 'vitest'
import { Refusal } from '#app/kit/says.ts'
import { beginByPhone } from '#app/money/mpesa/begin.server.ts'
import { tryAgain } from '#app/money/mpesa/pay.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { openForms } from '#test/app-forms.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { pretendRail } from '#test/pretend-rail.ts'

// A form that was refused as a whole says why on the page that comes back, without a script too.

const db = await testDatabase()
const forms = openForms()
/** What is read there: a page also carries the answer for its script. */
async function send(path: string, fields: Record<string, string>) {
  const { status, page } = await forms.send(path, fields)
  return { status, page: page.replace(/<script[\s\S]*?<\/script>/g, '') }
}
const tooMany = 'There were many tries.'

const rail = pretendRail()
beforeAll(() => useMobileMoney(rail))

async function asked(phone: string) {
  const gift = { amount: 50_000, phone, name: '', email: '', message: '', anonymous: false }
  const around = { key: crypto.randomUUID(), language: 'en', origin: 'http://localhost:3000', visitor: 'one' }
  return (await beginByPhone(db, (await someDrive(db)).id, gift, around)).reference
}

test('a payment that is looked for too often [T982]', async () => {
  const { slug } = await someDrive(db)
  const claim = (nr: number) => send(`/fundraiser/${slug}/claim`, { code: `TKN4H2X9Q${nr}`, tail: '678' })
  for (let nr = 0; nr < 10; nr++) expect((await claim(1)).page).not.toContain(tooMany)
  expect(await claim(1)).toMatchObject({ status: 429, page: expect.stringContaining(tooMany) })
})

test('the same on the page of a request on the phone', async () => {
  const reference = await asked('+254711000901')
  const look = (nr: number) => send(`/pay/${reference}/code`, { code: `TKN4H2X8Q${nr}` })
  for (let nr = 0; nr < 10; nr++) expect((await look(1)).status).toBe(303)
  expect(await look(1)).toMatchObject({ status: 429, page: expect.stringContaining(tooMany) })
})

test('a request that is sent again has no field to say it at: it is said of the whole', async () => {
  const phone = '+254711000902'
  rail.pushing = async () => ({ is: 'ended', state: 'cancelled', code: '1032', why: null })
  const first = await asked(phone)
  rail.pushing = async ({ id }) => ({ is: 'sent', id })
  await asked(phone)
  const again = await tryAgain(db, first, { visitor: 'one', address: '10.1.2.3' }).catch((error) => error)
  expect(again).toBeInstanceOf(Refusal)
  expect(again).toMatchObject({ message: expect.stringContaining('A request is open on this phone already') })
  expect(again.atFields).toBeUndefined()
})
