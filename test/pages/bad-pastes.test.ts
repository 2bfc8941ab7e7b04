import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { importStatement } from '#app/money/mpesa/statement-lines.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { fieldOf, openForms } from '#test/app-forms.ts'
import * as bad from '#test/bad-money.ts'
import { testDatabase } from '#test/database.ts'
import { cookieOf, ownersDrive, somePerson } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { pretendRail } from '#test/pretend-rail.ts'
import { query } from '#test/rows.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'

// Texts and files that people should not send where money is read from, through the forms that take them.

const db = await testDatabase()
booksMustHold(() => db)
const { send, get } = openForms()
beforeEach(() => {
  scriptedProvider()
  useMobileMoney(pretendRail())
})

const { cookie, drive } = await ownersDrive(db)
const { slug } = drive
const office = await cookieOf(await somePerson(db, { admin: true }))

describe('a paste', () => {
  const paste = (text: string) => send(`/fund-drive/${slug}/bridge`, { text }, { cookie })
  const pastes = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from list_pastes`.execute(db)).rows[0]!.n

  test.each(bad.noPastes)('of %s is refused in words, and stays in the field', async (_name, text) => {
    const before = await pastes()
    const { status, page } = await paste(text)
    expect(status).toBe(422)
    const { value, isWrong } = fieldOf(page, 'text')
    expect([value.length, isWrong]).toEqual([text.replaceAll('\0', '').length, true])
    expect(await pastes()).toBe(before)
  })

  test('of more than a request may carry is not read', async () => {
    expect((await paste('Otis 500\n'.repeat(200_000))).status).toBe(413)
  })

  test.each(bad.oddPastes)(
    'of %s is rows to look at; what is ticked becomes a gift, and its file runs nothing',
    async (_name, text) => {
      const { status, to } = await paste(text)
      expect(status).toBe(303)
      const shown = await get(to!, cookie)
      expect(shown.status).toBe(200)
      expect(shown.text).not.toMatch(/<script>alert|\0/)
      const [, nr] = /name="pick\.(\d+)"/.exec(shown.text)!
      const id = new URL(to!, 'http://localhost').searchParams.get('paste')!
      const name = fieldOf(shown.text, `name.${nr}`).value
      const row = {
        [`pick.${nr}`]: 'on',
        [`kind.${nr}`]: 'gift',
        [`amount.${nr}`]: '500',
        [`name.${nr}`]: name,
        method: 'cash',
      }
      const entered = await send(`/fund-drive/${slug}/bridge/rows`, { paste: id, ...row }, { cookie })
      expect(entered.status).toBe(303)
      const kept = await db.selectFrom('recorded_gifts').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
      expect(kept.name ?? '').toBe(name)
      for (const path of ['recorded', 'list', 'list.txt'])
        expect((await get(`/fund-drive/${slug}/${path}`, cookie)).status).toBe(200)
      const file = await get(`/fund-drive/${slug}/recorded.csv`, cookie)
      expect(file.text).not.toMatch(/(^|[,\n"])[=+@]/m)
      expect((await get(`/fundraiser/${slug}`)).text).not.toContain('<script>alert')
    },
  )

  test.each([
    ['a row that is not there', { 'pick.9999': 'on' }],
    ['a row that is no number', { 'pick.x': 'on' }],
    ['no row', {}],
    ['an amount that is none', { 'pick.1': 'on', 'kind.1': 'gift', 'amount.1': '5,00' }],
    ['an amount of nothing', { 'pick.1': 'on', 'kind.1': 'gift', 'amount.1': '0' }],
    ['an amount that is too large', { 'pick.1': 'on', 'kind.1': 'gift', 'amount.1': '1e9' }],
    ['a kind that is none', { 'pick.1': 'on', 'kind.1': 'money', 'amount.1': '500' }],
    ['a day that is none', { 'pick.1': 'on', 'kind.1': 'gift', 'amount.1': '500', 'day.1': '2026-02-31' }],
    ['a phone that is none', { 'pick.1': 'on', 'kind.1': 'gift', 'amount.1': '500', 'phone.1': '٠٧١٢٣٤٥٦٧٨' }],
    ['a claim without digits', { 'pick.1': 'on', 'kind.1': 'claim', 'amount.1': '500', 'phone.1': '12' }],
  ])('whose rows are approved with %s enters nothing', async (_name, rows) => {
    const { to } = await paste('1. Otis wa Kamau 500 ✅')
    const id = new URL(to!, 'http://localhost').searchParams.get('paste')!
    const { status } = await send(to!, { paste: id, ...rows } as Record<string, string>, { cookie })
    expect([404, 409, 422]).toContain(status)
    const { rows: left } = await sql<{ state: string }>`select state from paste_rows where paste_id = ${id}`.execute(db)
    expect(left.map(({ state }) => state)).toEqual(['proposed'])
  })

  test('whose rows are approved after it was taken back says so', async () => {
    const { to } = await paste('1. Otis wa Wekesa 500 ✅')
    const id = new URL(to!, 'http://localhost').searchParams.get('paste')!
    expect((await send(`/fund-drive/${slug}/bridge/undo`, { paste: id }, { cookie })).status).toBe(303)
    const row = { 'pick.1': 'on', 'kind.1': 'gift', 'amount.1': '500', method: 'cash' }
    const { status, page } = await send(to!, { paste: id, ...row }, { cookie })
    const isItsPage = /Check the rows\s*<\/h2>/.test(page)
    expect([status, isItsPage, page.includes('This paste was taken back.')]).toEqual([409, true, true])
  })
})

describe('a statement of M-Pesa’s portal', () => {
  const upload = (text: string) =>
    send('/admin/mpesa', { statement: new File([text], 'statement.csv', { type: 'text/csv' }) }, { cookie: office })
  const known = async () =>
    (
      await query<{ n: number; lines: number }>`
      select count(*)::int as n, (select count(*)::int from mpesa_lines) as lines from mpesa_statements`
    )[0]!
  const importAll = async () => {
    const all = await db.selectFrom('mpesa_statements').select('id').execute()
    for (const { id } of all) await importStatement(db, { statementId: id })
  }

  test.each(bad.goodStatements)('%s is imported, and twice changes nothing', async (_name, text) => {
    const before = await known()
    expect((await upload(text)).status).toBe(303)
    await importAll()
    expect(await known()).toEqual({ n: before.n + 1, lines: before.lines + 1 })
    expect((await upload(text)).status).toBe(303)
    await importAll()
    expect(await known()).toEqual({ n: before.n + 1, lines: before.lines + 1 })
    for (const path of ['mpesa', 'books/unplaced', 'books/unplaced.csv'])
      expect([path, (await get(`/admin/${path}`, office)).status]).toEqual([path, 200])
  })

  test.each(bad.noStatements)('%s is refused whole, with words at the file', async (_name, text) => {
    const before = await known()
    const { status, page } = await upload(text)
    expect([status, fieldOf(page, 'statement').isWrong]).toEqual([422, true])
    expect(await known()).toEqual(before)
  })

  test('of more than 6 MB is not read', async () => {
    expect((await upload('x'.repeat(7_000_000))).status).toBe(413)
  })
})
