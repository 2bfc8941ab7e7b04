import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { addDoor } from '#app/invitations/door/doors.server.ts'
import type { DoorEvent, Synced } from '#app/invitations/door/event.ts'
import { testDatabase } from '#test/database.ts'
import { someComing, someDoor, someOccasion } from '#test/doors.ts'
import { wholeApp } from '#test/whole-app.ts'

// The calls of a door, asked through the whole app as its page asks.

const db = await testDatabase()
const at = wholeApp()

type How = { cookie?: string; origin?: string | null; method?: string }
async function send(call: string, body: unknown, { cookie = '', origin = at.origin, method = 'POST' }: How = {}) {
  const headers = { 'content-type': 'application/json', cookie, ...(origin === null ? {} : { origin }) }
  const sent = typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await at.ask(`/api/door/${call}`, { method, headers, body: method === 'POST' ? sent : '' })
  return { ...answer, said: JSON.parse(answer.text || '{}') as Synced & { error?: string } }
}
const newKey = () => randomBytes(32).toString('base64url')
const nothing = { since: null, events: [] as DoorEvent[], aheadMs: 0, unsent: 0 }

test('a phone joins, is remembered by a cookie for these calls alone, sends, and leaves', async () => {
  const host = await someOccasion(db)
  const guest = await someComing(db, host)
  const { code } = await addDoor(db, host.mine, { no: 1, name: 'Gate' })
  const key = newKey()
  const joined = await send('join', { code, key })
  const cookie = String(joined.headers['set-cookie'])
  expect([joined.status, joined.headers['cache-control']]).toEqual([200, 'no-store'])
  for (const part of [`door=${key}`, 'HttpOnly', 'SameSite=Strict', 'Path=/api/door']) expect(cookie).toContain(part)
  const mine = { cookie: `theme=dark; door=${key}` }
  const { status, said } = await send('sync', nothing, mine)
  expect([status, said.lines.map(([id]) => id), said.door.name]).toEqual([200, [guest.invitation], 'Gate'])
  expect((await send('leave', {}, mine)).status).toBe(200)
  expect((await send('sync', nothing, mine)).said.state).toBe('revoked')
})

test('no page elsewhere and no program asks, whatever it shows; nothing is read by an address alone', async () => {
  const host = await someOccasion(db)
  const door = await someDoor(db, host)
  const cookie = `door=${door.key}`
  for (const origin of ['https://evil.example', null, 'null']) {
    expect((await send('sync', nothing, { cookie, origin })).status).toBe(403)
    const answer = await send('join', { code: door.code, key: newKey() }, { origin })
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([403, undefined])
  }
  expect((await send('sync', nothing, { cookie, method: 'GET' })).status).toBe(405)
  expect((await send('sync', nothing)).status).toBe(401)
  expect((await send('sync', nothing, { cookie: `door=${newKey()}` })).status).toBe(401)
})

test('a hundred wrong codes in ten minutes from one network, and no more; joining again costs none', async () => {
  const host = await someOccasion(db)
  const door = await someDoor(db, host)
  for (let nr = 0; nr < 12; nr++) expect((await send('join', { code: door.code, key: door.key })).status).toBe(200)
  const wrong = []
  for (let nr = 0; nr < 102; nr++) wrong.push((await send('join', { code: '2'.repeat(12), key: newKey() })).status)
  expect(wrong.filter((status) => status === 404).length).toBeLessThanOrEqual(100)
  expect(wrong.at(-1)).toBe(429)
})

const event = {
  kind: 'in',
  undoes: null,
  invitation: null,
  people: 2,
  how: 'scan',
  saw: 'good',
  name: null,
  phoneAt: 0,
}
const made = (own = {}, nr = 1) => ({ ...event, id: crypto.randomUUID(), nr, ...own })

test('what can not be an event is refused with 4xx, and what can be kept in some way is', async () => {
  const host = await someOccasion(db)
  const door = await someDoor(db, host)
  const cookie = `door=${door.key}`
  const wrong: unknown[] = [
    'no JSON',
    [],
    {},
    { ...nothing, since: '-1' },
    { ...nothing, since: '9'.repeat(40) },
    { ...nothing, events: Array.from({ length: 201 }, (_, nr) => made({}, nr + 1)) },
    ...[
      { people: 0 },
      { people: -1 },
      { people: 51 },
      { people: 1e3 },
      { people: '٣' },
      { nr: 0 },
      { kind: 'undo' },
      { kind: 'out' },
      { undoes: 'x' },
      { id: 'x' },
      { invitation: "' or 1=1" },
      { phoneAt: -1 },
      { phoneAt: 1e300 },
      { saw: 'fine' },
    ].map((own) => ({ ...nothing, events: [made(own)] })),
    { ...nothing, aheadMs: 1e300 },
    { ...nothing, unsent: -1 },
  ]
  for (const body of wrong) {
    const { status, said } = await send('sync', body, { cookie })
    expect([status, typeof said.error], JSON.stringify(body).slice(0, 200)).toEqual([400, 'string'])
  }
  const far = made({ phoneAt: 7_999_999_999_999, name: '\u202eabc\u0000 =cmd\r\n' }, 1)
  const kept = await send('sync', { ...nothing, events: [far, made({ name: '\ud800'.repeat(500) }, 2)] }, { cookie })
  expect([kept.status, kept.said.taken.length]).toEqual([200, 2])
  // Both are as late as can be: of the same moment, either may be first.
  const { arrivals } = kept.said
  expect(new Set(arrivals.map(({ name }) => name))).toEqual(new Set(['abc  =cmd', null]))
  expect(arrivals.every(({ at: when }) => when <= Date.now())).toBe(true)
  expect((await send('sync', JSON.stringify({ ...nothing, more: 'x'.repeat(130 * 1024) }), { cookie })).status).toBe(
    413,
  )
})
