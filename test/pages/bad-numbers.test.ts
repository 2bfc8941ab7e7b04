import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayAt } from '#app/kit/time.ts'
import { openedNow } from '#app/people/accounts/phone-codes.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { type Fields, fieldOf, openForms } from '#test/app-forms.ts'
import * as bad from '#test/bad-money.ts'
import { testDatabase } from '#test/database.ts'
import { signedIn, someDrive, somePerson } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { sampler } from '#test/night.ts'
import { pretendRail } from '#test/pretend-rail.ts'
import { query } from '#test/rows.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'

// Numbers of phones, M-Pesa's codes and amounts as people should not send them, through every form that takes them and as a
// browser without a script sends it: a page with words at the field and with what was typed, or the thing that was meant.
// The first form of each kind is sent all of them, the others a few of them, and at night all.

const db = await testDatabase()
booksMustHold(() => db)
const { send, get } = openForms()
const some = sampler()
beforeEach(() => {
  scriptedProvider()
  useMobileMoney(pretendRail())
})

let slug: string
let drive: string
/** The giver's own page of a pledge that is open. */
let ownPledge: string
let cookie: string
let password: string
beforeAll(async () => {
  const owner = await somePerson(db)
  password = owner.password
  cookie = (await signedIn(owner)).headers.get('cookie')!
  ;({ slug, id: drive } = await someDrive(db, { ownerId: owner.id }))
  const { page } = await send(`/fundraiser/${slug}/pledge`, { ...promise(), amount: '200000' })
  ownPledge = /\/pledge\/[\w-]{20,}/.exec(page)![0]
})

const today = dayAt(new Date())
const soon = dayAt(new Date(Date.now() + 9 * 86_400_000))
const key = () => crypto.randomUUID() as string
const phoneOf = async (table: 'pledges' | 'claims' | 'recorded_gifts' | 'phone_codes' | 'mpesa_prompts') => {
  const order = table === 'phone_codes' ? 'until' : 'id'
  const { rows } = await sql<{ phone: string }>`
    select phone from ${sql.table(table)} order by ${sql.ref(order)} desc limit 1`.execute(db)
  return rows[0]?.phone
}

type Form = { to: () => string; good: () => Fields; kept: () => Promise<unknown>; asOwner?: boolean }
const gift = () => ({ way: 'mpesa', amount: '500', phone: '0722000111', key: key() })
const promise = () => ({ amount: '500', name: 'Amina', phone: '0722000111', dueOn: soon, key: key() })
const written = () => ({ amount: '500', name: 'Amina', phone: '', email: '', dueOn: '', key: key() })
const recorded = () => ({ amount: '500', name: `Amina ${key()}`, method: 'cash', givenOn: today, key: key() })
let claimed = 0
const claim = () => ({ code: `TKN4H${String(++claimed).padStart(5, '0')}`, tail: '678', phone: '' })
const ownersForm = { asOwner: true }

const withPhones: Record<string, Form> = {
  'signing in': { to: () => '/auth/phone', good: () => ({}), kept: () => phoneOf('phone_codes') },
  'signing up': {
    to: () => '/auth/sign-up/phone',
    good: () => ({ fullName: 'Amina Yusuf', opened: openedNow(Date.now() - 60_000) }),
    kept: () => phoneOf('phone_codes'),
  },
  'a phone of one’s own': {
    ...ownersForm,
    to: () => '/settings/phone',
    good: () => ({ password }),
    kept: () => phoneOf('phone_codes'),
  },
  'a gift': { to: () => `/fundraiser/${slug}/donate`, good: gift, kept: () => phoneOf('mpesa_prompts') },
  'a pledge': { to: () => `/fundraiser/${slug}/pledge`, good: promise, kept: () => phoneOf('pledges') },
  'a claim': { to: () => `/fundraiser/${slug}/claim`, good: claim, kept: () => phoneOf('claims') },
  'a pledge that is paid': { to: () => ownPledge, good: gift, kept: () => phoneOf('mpesa_prompts') },
  'a pledge of another person': {
    ...ownersForm,
    to: () => `/fund-drive/${slug}/pledges/write`,
    good: written,
    kept: () => phoneOf('pledges'),
  },
  'a recorded gift': {
    ...ownersForm,
    to: () => `/fund-drive/${slug}/recorded/add`,
    good: recorded,
    kept: () => phoneOf('recorded_gifts'),
  },
}

const sent = ({ to, good, asOwner }: Form, own: Fields) => send(to(), { ...good(), ...own }, asOwner ? { cookie } : {})
/** As a field of a page carries it: a clear amount with its thousands set apart. */
const asTyped = (typed: string) =>
  typed === '1000000000' ? '1,000,000,000' : typed.replaceAll('\0', '').toWellFormed()

async function refused(form: Form, name: string, typed: string) {
  const answer = await sent(form, { [name]: typed })
  expect(answer.status).toBe(422)
  expect(fieldOf(answer.page, name)).toEqual({ value: asTyped(typed), isWrong: true })
}

describe.each(Object.entries(withPhones))('in the form of %s', (name, form) => {
  const isFirst = name === 'signing in'
  test.each(isFirst ? bad.noPhones : some(bad.noPhones, 4))('%s is no phone', async (_name, typed) => {
    const before = await form.kept()
    await refused(form, 'phone', typed)
    expect(await form.kept()).toBe(before)
  })

  test.each(isFirst ? bad.goodPhones : some(bad.goodPhones, 2))(
    '%s is the number that was meant',
    async (_name, typed) => {
      // A phone gives once at a time.
      await query`update mpesa_prompts set state = 'expired', ask_at = null, ended_at = now() where state in ('created', 'open')`
      const { status } = await sent(form, { phone: typed })
      expect([200, 303]).toContain(status)
      expect(await form.kept()).toBe('+254712345678')
    },
  )
})

/** The page of a gift that waits for its PIN. */
const waiting = async () => {
  const { to } = await send(`/fundraiser/${slug}/donate`, {
    ...gift(),
    phone: `0721${String(++claimed).padStart(6, '0')}`,
  })
  return new URL(to!, 'http://localhost').pathname
}
let pay = ''
const withCodes: Record<string, Form & { start: string }> = {
  'a claim': { ...withPhones['a claim']!, start: 'TKA', kept: async () => codeIn('claims', 'receipt') },
  'a gift that was paid by hand': {
    start: 'TKB',
    to: () => `${pay}/code`,
    good: () => ({}),
    kept: async () => codeIn('claims', 'receipt'),
  },
  'a recorded gift': {
    ...withPhones['a recorded gift']!,
    start: 'TKC',
    good: () => ({ ...recorded(), method: 'mpesa' }),
    kept: async () => codeIn('recorded_gifts', 'code'),
  },
  'a gift for a pledge': {
    ...ownersForm,
    start: 'TKD',
    to: () => `/fund-drive/${slug}/pledges/cash?pledge=${owed}`,
    good: () => ({ pledge: owed, amount: '1', method: 'bank', givenOn: today, key: key() }),
    kept: async () => codeIn('recorded_gifts', 'code'),
  },
}
let owed = ''
const codeIn = async (table: 'claims' | 'recorded_gifts', column: 'receipt' | 'code') => {
  const { rows } = await sql<{ code: string | null }>`
    select ${sql.ref(column)} as code from ${sql.table(table)} order by id desc limit 1`.execute(db)
  return rows[0]?.code
}
/** A bank has codes of its own, of 6 to 20 signs. */
const isOtherwise = (form: string, name: string) =>
  ['a recorded gift', 'a gift for a pledge'].includes(form) &&
  ['eleven signs', 'nine signs', 'two codes'].includes(name)

describe.each(Object.entries(withCodes))('in the form of %s', (form, { start, ...of }) => {
  beforeAll(async () => {
    pay = await waiting()
    await send(`/fundraiser/${slug}/pledge`, promise())
    const { rows } = await sql<{ id: string }>`select max(id)::text as id from pledges`.execute(db)
    owed = rows[0]!.id
  })
  const noCodes = bad.noCodes.filter(([name]) => !isOtherwise(form, name))
  test.each(form === 'a claim' ? noCodes : some(noCodes, 4))('%s is no code', async (_name, typed) => {
    const before = await of.kept()
    await refused(of, 'code', typed)
    expect(await of.kept()).toBe(before)
  })
  test.each(bad.goodCodes(start))('%s is the code that was meant', async (_name, typed, meant) => {
    const { status } = await sent(of, { code: typed })
    expect([200, 303]).toContain(status)
    expect(await of.kept()).toBe(meant)
  })
})

describe('with amounts', () => {
  const money = (of: Form): Form => ({ ...of, kept: sums })
  const sums = async () => {
    const { rows } = await sql<{ sums: string }>`
      select concat_ws(' ', (select sum(amount) from payments), (select sum(amount) from pledges),
        (select sum(amount) from recorded_gifts)) as sums`.execute(db)
    return rows[0]!.sums
  }
  let own = ''
  let pledge = ''
  beforeAll(async () => {
    const { page } = await send(`/fundraiser/${slug}/pledge`, promise())
    own = /\/pledge\/[\w-]{20,}/.exec(page)![0]
    const { rows } = await sql<{ id: string }>`
      select max(id)::text as id from pledges where fund_drive_id = ${drive}`.execute(db)
    pledge = rows[0]!.id
  })
  const forms: Record<string, Form> = {
    'a gift': money(withPhones['a gift']!),
    'a pledge': money(withPhones['a pledge']!),
    'a pledge of another person': money(withPhones['a pledge of another person']!),
    'a pledge that is paid': money(withPhones['a pledge that is paid']!),
    'a pledge that is changed': { to: () => `${own}/change`, good: () => ({}), kept: sums },
    'cash for a pledge': {
      ...ownersForm,
      to: () => `/fund-drive/${slug}/pledges/cash?pledge=${pledge}`,
      good: () => ({ pledge, key: key(), method: 'cash', givenOn: '2026-01-02' }),
      kept: sums,
    },
    'a recorded gift': money(withPhones['a recorded gift']!),
  }
  /** What did not pass through us may have cents. */
  const hasCents = (form: string, name: string) => form === 'a recorded gift' && name === 'half a shilling'
  const all = Object.entries(forms).flatMap(([form, of]) => {
    const noAmounts = bad.noAmounts.filter(([name]) => !hasCents(form, name))
    const tried = form === 'a gift' ? noAmounts : some(noAmounts, 4)
    return tried.map(([name, typed]) => [name, form, typed, of] as const)
  })

  test.each(all)('%s is no amount of %s', async (_name, _form, typed, of) => {
    const before = await of.kept()
    await refused(of, 'amount', typed)
    expect(await of.kept()).toBe(before)
  })
})

test('after all of them the pages of the drive open', async () => {
  for (const path of ['pledges', 'recorded', 'pledges.csv', 'recorded.csv', 'list'])
    expect((await get(`/fund-drive/${slug}/${path}`, cookie)).status).toBe(200)
  for (const path of ['', '/donate', '/pledge', '/claim'])
    expect((await get(`/fundraiser/${slug}${path}`)).status).toBe(200)
})
