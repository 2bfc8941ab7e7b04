import type { RouterContextProvider } from 'react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { referenceIn, resultOf } from '#app/money/payments/result.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { takeTry } from '#app/platform/http/limits.server.ts'
import type { Charge } from '#app/platform/providers/provider.ts'
import * as bad from '#test/bad-input.ts'
import { badIds } from '#test/bad-places.ts'
import { testDatabase } from '#test/database.ts'
import { actionAt, ask, sendTo } from '#test/form-actions.ts'
import { someDrive } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'
import { action, loader } from './donate.tsx'
import { loader as parts } from './parts.ts'

const db = await testDatabase()
const json = actionAt(parts, 'fundraiser/:slug/donate.json')
const { slug } = await someDrive(db)
let charged: Charge[]
beforeEach(() => {
  charged = scriptedProvider().charges
})
booksMustHold(() => db)

let from = 0
type Fields = Record<string, string>
const send = (fields: Fields, { to = slug, byScript = true, address = `10.77.${++from >> 8}.${from & 255}` } = {}) =>
  sendTo(
    action,
    { amount: '1,000', email: 'amina@example.org', key: crypto.randomUUID(), ...fields },
    {
      params: { slug: to },
      byScript,
      address,
    },
  )
const newest = () => db.selectFrom('payments').selectAll().orderBy('id', 'desc').executeTakeFirst()

describe('a form that gives', () => {
  test('is led on to where it is paid: by its script, or without one [T166]', async () => {
    const scripted = await send({ name: 'Amina', message: 'Pole', anonymous: 'on' })
    const row = await newest()
    const url = `https://pay.example/${row!.reference}`
    expect(scripted.answer).toEqual({ ok: true, gave: { url } })
    expect(row).toMatchObject({ amount: 100_000, donor_name: 'Amina', message: 'Pole', anonymous: true })
    const plain = await send({ amount: '', suggested: '2500' }, { byScript: false })
    const reference = (await newest())!.reference
    expect([plain.status, plain.headers.get('location')]).toEqual([303, `https://pay.example/${reference}`])
    expect((await newest())!.amount).toBe(250_000)
  })

  test('whose payment goes to a phone is led to our page of it, where it waits; pressed again it goes there, too', async () => {
    const { charges: prompted } = scriptedProvider({
      initialize: async () => ({ is: 'opened', prompt: { seconds: 60 } }),
    })
    const key = crypto.randomUUID()
    const plain = await send({ key }, { byScript: false })
    const row = (await newest())!
    const url = `http://harambee.test/payment-success?reference=${row.reference}`
    expect([plain.status, plain.headers.get('location')]).toEqual([303, url])
    expect((await send({ key })).answer).toEqual({ ok: true, gave: { url } })
    expect([prompted.length, row.status]).toEqual([1, 'pending'])
    expect((row.next_check_at!.getTime() - row.updated_at.getTime()) / 1000).toBe(60)
    expect(await resultOf(db, referenceIn(new URL(url).searchParams))).toMatchObject({ is: 'waiting', amount: 100_000 })
  })

  test('says what is missing, in a toast and at the fields, and keeps what was typed [T172]', async () => {
    const { status, answer } = await send({ amount: '', email: ' ', message: 'Kept' })
    expect([status, answer]).toEqual([
      422,
      {
        ok: false,
        says: { title: 'Missing Information', text: 'Please fill in the required fields', tone: 'bad' },
        errors: { amount: 'Enter an amount', email: 'Enter your email' },
        typed: expect.objectContaining({ message: 'Kept' }),
      },
    ])
    const { answer: odd } = await send({ email: 'nobody' })
    expect([odd?.says, odd?.errors]).toEqual([undefined, { email: 'Please enter a valid email address.' }])
  })

  test('below what the payment method takes is told so at the amount [T173]', async () => {
    const { status, answer } = await send({ amount: '2' })
    expect([status, answer?.errors]).toEqual([
      422,
      { amount: 'The smallest amount for this payment method is KES\u00a03' },
    ])
  })

  test('that the provider does not open keeps everything, and sent again it is paid [T259]', async () => {
    const key = crypto.randomUUID()
    scriptedProvider({ initialize: async () => ({ is: 'failure', class: 'retry', message: 'secret' }) })
    const { status, answer } = await send({ key, message: 'Pole' }, { byScript: false })
    expect([status, answer]).toMatchObject([
      502,
      {
        says: { title: 'Payment Error', text: 'Failed to process donation. Please try again.', tone: 'bad' },
        typed: { key, message: 'Pole', amount: '1,000', email: 'amina@example.org' },
      },
    ])
    scriptedProvider()
    expect((await send({ key, message: 'Pole' })).answer?.ok).toBe(true)
  })

  test('pressed twice leads to one payment, also without a script', async () => {
    const key = crypto.randomUUID()
    const all = await Promise.all(Array.from({ length: 10 }, () => send({ key }, { byScript: false })))
    expect(new Set(all.map(({ headers }) => headers.get('location'))).size).toBe(1)
    expect(charged).toHaveLength(1)
  })

  test('with any number as its amount is taken as it was meant, or refused there [T175]', async () => {
    for (const amount of bad.badNumbers()) {
      const { status, answer } = await send({ amount })
      expect([amount.slice(0, 40), [200, 422]]).toEqual([amount.slice(0, 40), expect.arrayContaining([status])])
      if (status === 422) expect(Object.keys(answer?.errors ?? {})).toEqual(['amount'])
      else expect((await newest())!.amount).toBe(Math.round(Number(amount.replace(/[ ,]/g, '')) * 100))
    }
  }, 60_000)

  test('is taken to the cent, and no finer [T176]', async () => {
    for (const [amount, cents] of [
      ['100.01', 10_001],
      ['100.1', 10_010],
      ['1,000.99', 100_099],
    ] as const) {
      expect([amount, (await send({ amount })).status]).toEqual([amount, 200])
      expect((await newest())!.amount).toBe(cents)
    }
    for (const amount of ['100.001', '100.005', '0.009']) {
      const { status, answer } = await send({ amount })
      expect([amount, status, Object.keys(answer?.errors ?? {})]).toEqual([amount, 422, ['amount']])
    }
  })

  test('for a drive that is not there, paused or quiet says so', async () => {
    for (const odd of bad.some(badIds())) expect((await send({}, { to: odd })).status).toBe(404)
    const quiet = await someDrive(db, { collects: false })
    expect((await send({}, { to: quiet.slug })).answer?.says?.title).toBe(
      'This fundraiser does not accept donations at the moment.',
    )
  })

  test('is taken three hundred times a minute from one address', async () => {
    const address = '10.99.0.1'
    for (let nr = 0; nr < 299; nr++) await takeTry([{ name: 'donate', key: address, times: 300, seconds: 60 }])
    expect([(await send({}, { address })).status, (await send({}, { address })).status]).toEqual([200, 429])
  })
})

describe('the page with the form', () => {
  const at = (to: string, path = '', set?: (context: RouterContextProvider) => void) =>
    ask(loader, { path: `/fundraiser/${to}/donate${path}`, params: { slug: to }, ...(set ? { set } : {}) })

  test('knows the fee, the least, and who is signed in', async () => {
    const person = { id: crypto.randomUUID(), fullName: 'Wanjiru Kamau', email: 'wanjiru@example.org' }
    const { status, data } = await at(slug, '?cancelled', (context) => context.set(personContext, person as never))
    expect([status, data]).toMatchObject([
      200,
      {
        cancelled: true,
        giving: { least: 300, feeBps: 500, giver: { name: 'Wanjiru Kamau', email: 'wanjiru@example.org' } },
      },
    ])
    expect((await at(slug)).data).toMatchObject({ cancelled: false, giving: { giver: null } })
  })

  test('has no form where nothing is collected, and is missing where the drive is', async () => {
    const quiet = await someDrive(db, { collects: false })
    expect(await at(quiet.slug)).toMatchObject({ status: 200, data: { giving: null, title: 'Heal Mama Achieng' } })
    expect(await at('no-such')).toMatchObject({ status: 404, data: { giving: null, title: null } })
    const asked = async (to: string) => (await ask(json, { params: { slug: to } })).status
    expect([await asked(slug), await asked(quiet.slug), await asked('no-such')]).toEqual([200, 404, 404])
  })
})
