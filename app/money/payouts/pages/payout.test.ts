import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { cookieOf, ownersDrive, somePerson } from '#test/make.ts'
import { booksMustHold, gift, phoneOf } from '#test/money.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { allRows, countOf, oneRow } from '#test/rows.ts'
import { someTreasurer } from '#test/treasurers.ts'

// How treasurers agree in a browser without a script.

const db = await testDatabase()
const { get, send } = plainBrowser()
booksMustHold(() => db)

async function agreeing() {
  const { owner, cookie, drive } = await ownersDrive(db)
  const treasurer = await someTreasurer(db, { id: drive.id, ownerId: owner.id })
  const { full_name: name } = await oneRow('profiles', { user_id: treasurer.id })
  await gift(db, drive.id, 1_000_000)
  const { id: method } = await phoneOf(db, owner.id)
  const base = `/fund-drive/${drive.slug}`
  const ask = (own: Record<string, string> = {}) =>
    send(
      `${base}/payouts/withdraw`,
      { amount: '1,000', seen: '100000', method, key: crypto.randomUUID(), purpose: 'The hospital bill', ...own },
      { cookie },
    )
  const set = (signatures: string) => send(`${base}/settings/signatures`, { signatures }, { cookie })
  return { owner, cookie, drive, base, ask, set, treasurer: { ...treasurer, name, cookie: await cookieOf(treasurer) } }
}

test('a treasurer reads what is asked, gives the password, and says yes; the owner reads who it was [T1221]', async () => {
  const { base, ask, set, treasurer, cookie, drive } = await agreeing()
  expect((await set('1')).status).toBe(303)
  expect((await get(`${base}/settings`, { cookie })).words).toContain('Each withdrawal waits until so many treasurers')
  expect((await get(`${base}/payouts/withdraw`, { cookie })).words).toContain('What is it for?')
  expect((await ask()).status).toBe(303)
  const { id } = await oneRow('payout_requests', { fund_drive_id: drive.id })
  const list = await get(`${base}/payouts`, { cookie: treasurer.cookie })
  expect(list.words).toContain('Waiting for 1 of 1')
  expect(list.words).toContain('The hospital bill')
  for (const not of ['Withdrawal methods', 'Cancel request', 'Buy Views', 'Statement'])
    expect(list.words).not.toContain(not)
  const place = `${base}/payouts/${id}`
  const page = await get(place, { cookie: treasurer.cookie })
  for (const words of ['KES 1,000', 'KES 950', '•••• 5678', 'The hospital bill', 'I agree', 'I do not agree'])
    expect(page.words).toContain(words)
  expect(page.words).not.toContain('0712345678')
  await sql`update sessions set confirmed_at = now() - interval '11 minutes'`.execute(db)
  const without = await send(place, { verdict: 'yes' }, { cookie: treasurer.cookie })
  expect([without.status, await countOf('payout_signatures')]).toEqual([422, 0])
  const wrong = await send(place, { verdict: 'yes', again: 'pull apart' }, { cookie: treasurer.cookie })
  expect([wrong.status, await countOf('payout_signatures')]).toEqual([422, 0])
  const yes = await send(place, { verdict: 'yes', again: treasurer.password }, { cookie: treasurer.cookie })
  expect([yes.status, yes.headers.location]).toEqual([303, place])
  expect((await get(place, { cookie })).words).toContain('agrees')
  expect((await get(place, { cookie: treasurer.cookie })).text).not.toContain('value="yes"')
  expect(await allRows('payout_signatures')).toMatchObject([{ by: treasurer.id, verdict: 'yes', how: 'web' }])
  expect((await oneRow('payout_requests', { id })).status).toBe('processing')
})

test('a number, a purpose and a reason that cannot be are refused [T1222]', async () => {
  const { base, ask, set, treasurer, drive } = await agreeing()
  for (const number of ['4', '-1', '1.5', 'two', '', '2']) {
    await set(number)
    expect((await oneRow('fund_drives', { id: drive.id })).signatures, number).toBe(0)
  }
  await set('1')
  for (const purpose of ['', '   ', 'x'.repeat(101)]) expect((await ask({ purpose })).status).toBe(422)
  expect(await countOf('payout_requests', { fund_drive_id: drive.id })).toBe(0)
  await ask({ purpose: 'x'.repeat(100) })
  const { id } = await oneRow('payout_requests', { fund_drive_id: drive.id })
  const say = (fields: Record<string, string>, at: string | number = id) =>
    send(`${base}/payouts/${at}`, { again: treasurer.password, ...fields }, { cookie: treasurer.cookie })
  expect((await say({ verdict: 'perhaps' })).status).toBe(422)
  expect((await say({ verdict: 'no', note: 'x'.repeat(201) })).status).toBe(422)
  for (const at of ['0', '-1', 'x', '999999999', `${id}0`]) expect((await say({ verdict: 'yes' }, at)).status).toBe(404)
  const other = await agreeing()
  const foreign = await send(
    `${other.base}/payouts/${id}`,
    { verdict: 'yes', again: other.treasurer.password },
    { cookie: other.treasurer.cookie },
  )
  expect([foreign.status, await countOf('payout_signatures', { by: other.treasurer.id })]).toEqual([404, 0])
})

test('others find nothing there; a treasurer finds nothing of methods, views and withdrawing [T1223]', async () => {
  const { base, ask, set, treasurer, drive } = await agreeing()
  await set('1')
  await ask()
  const { id } = await oneRow('payout_requests', { fund_drive_id: drive.id })
  const stranger = await cookieOf(await somePerson(db))
  for (const page of ['payouts', `payouts/${id}`])
    expect((await get(`${base}/${page}`, { cookie: stranger })).status).toBe(404)
  for (const page of ['payouts/withdraw', 'payouts/buy-views', 'payouts.csv', 'statement', 'settings'])
    expect((await get(`${base}/${page}`, { cookie: treasurer.cookie })).status, page).toBe(404)
  for (const [page, fields] of [
    ['payouts/cancel', { request: String(id) }],
    ['payouts/methods/remove', { method: crypto.randomUUID() }],
    ['settings/signatures', { signatures: '0' }],
  ] as const)
    expect((await send(`${base}/${page}`, fields, { cookie: treasurer.cookie })).status, page).toBe(404)
})

test('a treasurer who has only ever signed in by a code chooses a password first [T1224]', async () => {
  const { base, ask, set, treasurer, drive } = await agreeing()
  await set('1')
  await ask()
  const { id } = await oneRow('payout_requests', { fund_drive_id: drive.id })
  await db.updateTable('accounts').set({ password: null }).where('user_id', '=', treasurer.id).execute()
  const said = await send(`${base}/payouts/${id}`, { verdict: 'yes' }, { cookie: treasurer.cookie })
  expect(said.headers.location).toBe(`/settings/first-password?to=${base}/payouts/${id}`)
  expect(await countOf('payout_signatures', { by: treasurer.id })).toBe(0)
})

test('the public page says how many must agree, and names those who ticked that it may [T1248]', async () => {
  const { base, set, treasurer, drive } = await agreeing()
  const page = `/fundraiser/${drive.slug}`
  const line = 'must agree to every withdrawal'
  expect((await get(page)).words).not.toContain(line)
  await set('1')
  expect((await get(page)).words).toContain('1 treasurer must agree to every withdrawal.')
  expect((await get(page)).words).not.toContain(treasurer.name)
  expect((await get(`${base}/payouts`, treasurer)).words).toContain('Show my name on the public page')
  const tick = (fields: Record<string, string>, who: { cookie: string } = treasurer) =>
    send(`${base}/payouts/named`, fields, who)
  expect((await tick({ named: 'on' })).status).toBe(303)
  expect((await get(page)).words).toContain(`1 treasurer must agree to every withdrawal: ${treasurer.name}`)
  const second = await someTreasurer(db, { id: drive.id, ownerId: treasurer.id })
  await set('2')
  expect((await get(page)).words).toContain(
    `2 treasurers must agree to every withdrawal: ${treasurer.name}, a treasurer`,
  )
  await someTreasurer(db, { id: drive.id, ownerId: treasurer.id }, '30 hours')
  await db
    .updateTable('users')
    .set({ suspended_at: new Date(), suspended_why: 'x' })
    .where('id', '=', second.id)
    .execute()
  expect((await get(page)).words).toContain(`2 treasurers must agree to every withdrawal: ${treasurer.name} `)
  await tick({ named: 'perhaps' })
  expect((await oneRow('drive_helpers', { id: treasurer.helper })).named).toBe(true)
  expect((await tick({})).status).toBe(303)
  expect((await get(page)).words).toContain('2 treasurers must agree to every withdrawal.')
  for (const who of [await ownersDrive(db), { cookie: await cookieOf(await somePerson(db)) }])
    expect((await tick({ named: 'on' }, who)).status).toBe(404)
})

test('everybody reads what is about to change of who must agree, without names that were not to be shown [T1541]', async () => {
  const { base, set, treasurer, drive, cookie } = await agreeing()
  const [page, account] = [`/fundraiser/${drive.slug}`, `/fundraiser/${drive.slug}/account`]
  expect((await get(account)).words).not.toContain('Who must agree')
  await set('1')
  expect((await get(account)).words).toContain('Who must agree 1 treasurer must agree to every withdrawal.')
  expect((await get(page)).words).not.toContain('A change waits')
  await set('0')
  await send(`${base}/settings/helpers/remove`, { helper: String(treasurer.helper) }, { cookie })
  expect((await get(page)).text).toContain(`href="${account}#agree"`)
  const seen = await get(account)
  expect(seen.words).toMatch(/The organiser wants 0 instead of 1 treasurers to agree, from .+ Waiting/)
  expect(seen.words).toContain('The organiser removes A treasurer, who no longer counts from')
  expect(seen.words).not.toContain(treasurer.name)
  const change = await oneRow('money_changes', { fund_drive_id: drive.id, kind: 'number', state: 'waiting' })
  const objection = { change: String(change.id), what: 'object', why: 'Ask me first', again: treasurer.password }
  expect((await send(`${base}/payouts/changes`, objection, treasurer)).status).toBe(303)
  await send(`${base}/payouts/named`, { named: 'on' }, treasurer)
  const held = (await get(account)).words
  expect(held).toMatch(/instead of 1 treasurers to agree, from .+ Held/)
  expect(held).toContain(`The organiser removes ${treasurer.name}`)
  expect(held).not.toContain('Ask me first')
})

test('a treasurer ticks at the withdrawal that their name may be shown, and comes back there [T1542]', async () => {
  const { base, set, ask, treasurer, cookie, drive } = await agreeing()
  await set('1')
  await ask()
  const { id } = await oneRow('payout_requests', { fund_drive_id: drive.id })
  const place = `${base}/payouts/${id}`
  expect((await get(place, treasurer)).words).toContain('Show my name on the public page')
  expect((await get(place, { cookie })).words).not.toContain('Show my name on the public page')
  const ticked = await send(`${base}/payouts/named`, { named: 'on', payout: String(id) }, treasurer)
  expect([ticked.status, ticked.headers.location]).toEqual([303, place])
  expect((await oneRow('drive_helpers', { id: treasurer.helper })).named).toBe(true)
})

test('treasurers read why an administrator declined what waits for them; the office finds the button [T1447]', async () => {
  const { base, ask, set, treasurer, drive } = await agreeing()
  await set('1')
  await ask()
  const { id } = await oneRow('payout_requests', { fund_drive_id: drive.id })
  const admin = await somePerson(db, { admin: true })
  const office = { cookie: await cookieOf(admin) }
  const waits = await get(`/admin/payouts/${id}`, office)
  expect(waits.words).toContain('It waits for treasurers')
  expect(waits.text).toContain(`/admin/payouts/${id}/decline`)
  expect(waits.text).not.toContain(`/admin/payouts/${id}/complete`)
  expect((await get(`/admin/payouts/${id}/decline`, office)).words).toContain('the treasurers read it')
  const declined = { note: 'The owner called us', again: admin.password, back: `/admin/payouts/${id}` }
  expect((await send(`/admin/payouts/${id}/decline`, declined, office)).status).toBe(303)
  const page = await get(`${base}/payouts/${id}`, { cookie: treasurer.cookie })
  for (const words of ['Declined by Harambee', 'The owner called us']) expect(page.words).toContain(words)
})
