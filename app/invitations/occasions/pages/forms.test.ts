import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { action as saveCard } from '#app/invitations/cards/pages/card.tsx'
import { action as guestsActions } from '#app/invitations/guests/pages/actions.ts'
import { action as addGuest } from '#app/invitations/guests/pages/guest-add.tsx'
import { action as messagesActions } from '#app/invitations/messages/pages/actions.ts'
import { gatheringToRead } from '#app/invitations/occasions/gathering.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import * as bad from '#test/bad-input.ts'
import { badIds } from '#test/bad-places.ts'
import { testDatabase } from '#test/database.ts'
import { actionAt, ask, sendTo } from '#test/form-actions.ts'
import { occasionTypedBy, someGathering, someGuest } from '#test/gatherings.ts'
import { action as occasionsActions } from './actions.ts'
import { gatheringContext } from './context.ts'
import { loader as occasionPage, action as saveOccasion } from './occasion.tsx'
import { action as addOccasion } from './occasion-new.tsx'

const answerFor = actionAt(guestsActions, 'guests/:guest/answer')
const forgetGuest = actionAt(guestsActions, 'guests/:guest/forget')
const mergeGuest = actionAt(guestsActions, 'guests/:guest/merge')
const newLink = actionAt(guestsActions, 'guests/:guest/new-link')
const newPass = actionAt(guestsActions, 'guests/:guest/new-pass')
const saveGuest = actionAt(guestsActions, 'guests/:guest/save')
const setSeats = actionAt(guestsActions, 'guests/:guest/seats')
const offer = actionAt(guestsActions, 'waiting/offer')
const cancelOccasion = actionAt(occasionsActions, 'occasions/:no/cancel')
const saveReminders = actionAt(messagesActions, 'occasions/:no/reminders')
const tellGuests = actionAt(messagesActions, 'occasions/:no/tell')

// What nobody should send, through the real forms of a host: refused with words at its field and kept in the form, or stored as
// it was meant. Never a fault.

const db = await testDatabase()
type Host = Awaited<ReturnType<typeof someGathering>>

/** Sends a form as the host, whom the layout has found. */
async function send(action: Parameters<typeof sendTo>[0], host: Host, fields: Record<string, string>, params = {}) {
  await sql`delete from rate_limits`.execute(db)
  const gathering = (await gatheringToRead(db, { id: host.personId, isAdmin: false }, host.slug))!
  return sendTo(action, fields, {
    params: { slug: host.slug, ...params },
    set: (context) => {
      context.set(gatheringContext, gathering)
      context.set(personContext, { id: host.personId } as never)
    },
  })
}
const isFine = ({ status }: { status: number }) => status < 400 || status === 404 || status === 409 || status === 422
/** A refusal has words, at a field or in a toast, and what was typed comes back. */
function expectWords(what: string, { status, answer }: Awaited<ReturnType<typeof send>>) {
  expect([what.slice(0, 60), status, isFine({ status })]).toEqual([what.slice(0, 60), status, true])
  if (status !== 409 && status !== 422) return
  expect([what.slice(0, 60), Object.keys(answer?.errors ?? {}).length > 0 || Boolean(answer?.says)]).toEqual([
    what.slice(0, 60),
    true,
  ])
  expect(answer?.typed).toBeDefined()
}
const counts = ['0', '-1', '1e3', '٣', '51', '1.5', ' ', '', '0x10', '9999999999', '１', '+3', 'three']

test('of a guest: every text, number and address that people type or programs send', async () => {
  const host = await someGathering(db)
  const good = { name: 'Amina', seats: '2', 'occasions[]': '1' }
  for (const text of bad.badTexts()) {
    expectWords(text, await send(addGuest, host, { ...good, name: text }))
    expectWords(text, await send(addGuest, host, { ...good, note: text, groups: text }))
  }
  for (const phone of bad.badPhones()) expectWords(phone, await send(addGuest, host, { ...good, phone }))
  for (const email of bad.badEmails()) expectWords(email, await send(addGuest, host, { ...good, email }))
  for (const seats of counts) {
    const sent = await send(addGuest, host, { ...good, seats })
    expect([seats, sent.status, Object.keys(sent.answer?.errors ?? {})]).toEqual([seats, 422, ['seats']])
  }
  for (const no of badIds()) expectWords(no, await send(addGuest, host, { ...good, 'occasions[]': no }))
  const kept = await db.selectFrom('supporters').where('gathering_id', '=', host.id).select('name').execute()
  expect(kept.filter(({ name }) => /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(name))).toEqual([])
  expect((await send(addGuest, host, { ...good, ...bad.foreignFields })).status).toBe(303)
}, 120_000)

test('of an answer, seats and a merge: what is no number, no occasion and no guest', async () => {
  const host = await someGathering(db)
  const { id } = await someGuest(db, host)
  const at = { guest: id }
  for (const adults of [...counts, ...bad.badNumbers()]) {
    expectWords(adults, await send(answerFor, host, { no: '1', reply: 'yes', adults }, at))
    expectWords(adults, await send(setSeats, host, { no: '1', seats: adults }, at))
  }
  for (const adults of ['-1', '1e3', '٣', '51']) {
    const sent = await send(answerFor, host, { no: '1', reply: 'yes', adults }, at)
    expect([adults, sent.status, Object.keys(sent.answer?.errors ?? {})]).toEqual([adults, 422, ['adults']])
  }
  for (const odd of [...badIds(), ...bad.badTexts()]) {
    expectWords(odd, await send(answerFor, host, { no: odd, reply: 'yes', adults: '1' }, at))
    expectWords(odd, await send(answerFor, host, { no: '1', reply: odd, adults: '1' }, at))
    expectWords(odd, await send(mergeGuest, host, { with: odd, sure: 'on' }, at))
    expectWords(odd, await send(offer, host, { invitation: odd }))
    expectWords(odd, await send(saveGuest, host, { name: 'Amina', version: odd }, at))
  }
}, 120_000)

test('of an occasion: a day that has passed, and every text in any field', async () => {
  const host = await someGathering(db)
  const typed = occasionTypedBy({ day: '2001-01-01' })
  const { status, answer } = await send(addOccasion, host, typed)
  expect([status, Object.keys(answer?.errors ?? {}), answer?.typed]).toMatchObject([422, ['day'], typed])
  for (const text of bad.badTexts())
    for (const field of ['name', 'place', 'programme', 'travel', 'dress', 'map', 'zone', 'time'])
      expectWords(
        `${field} ${text}`,
        await send(saveOccasion, host, occasionTypedBy({ [field]: text, version: '1' }), { no: '1' }),
      )
  for (const text of bad.badTexts())
    expectWords(text, await send(saveCard, host, { title: text, hosts: text, words: text, version: text }))
  expectWords('why', await send(cancelOccasion, host, { why: ' ' }, { no: '1' }))
}, 120_000)

test('an address with a number that no occasion has is missing, for its page and for what is done there', async () => {
  const host = await someGathering(db)
  const gathering = (await gatheringToRead(db, { id: host.personId, isAdmin: false }, host.slug))!
  const numbers = [
    '0',
    '2',
    '20',
    '21',
    '99',
    '1e3',
    '1.0',
    '01',
    '-1',
    '+1',
    '0x1',
    '٣',
    'abc',
    ' 1',
    '1 ',
    '9'.repeat(40),
  ]
  const formActions: [Parameters<typeof sendTo>[0], Record<string, string>][] = [
    [saveOccasion, occasionTypedBy({ version: '1' })],
    [cancelOccasion, { why: 'Rain' }],
    [tellGuests, {}],
    [saveReminders, { 'coming start 48': 'on' }],
  ]
  for (const no of numbers) {
    const { status } = await ask(occasionPage, {
      params: { slug: host.slug, no },
      set: (context) => {
        context.set(gatheringContext, gathering)
        context.set(personContext, { id: host.personId } as never)
      },
    })
    expect([no, status]).toEqual([no, 404])
    for (const [action, fields] of formActions) {
      // A number that can't be one is thrown as a page that is missing; of others the form action says so.
      const sent = await send(action, host, fields, { no }).catch((thrown: { init?: { status?: number } }) => ({
        status: thrown.init?.status,
      }))
      expect([no, action.name, sent.status]).toEqual([no, action.name, 404])
    }
  }
  const occasions = await db.selectFrom('occasions').where('gathering_id', '=', host.id).select('status').execute()
  expect(occasions).toEqual([{ status: 'planned' }])
})

test('what can’t be taken back is refused at its box until that is ticked, and nothing is changed', async () => {
  const host = await someGathering(db)
  const guest = await someGuest(db, host, { name: 'Amina', phone: '+254712345678' })
  const other = await someGuest(db, host, { name: 'Amina Y.', phone: '+254712345679' })
  const rows = () => db.selectFrom('supporters').where('gathering_id', '=', host.id).orderBy('id').selectAll().execute()
  const before = await rows()
  const formActions: [Parameters<typeof sendTo>[0], Record<string, string>][] = [
    [forgetGuest, {}],
    [newLink, {}],
    [newPass, { no: '1' }],
    [mergeGuest, { with: '0712345679' }],
    [mergeGuest, { with: other.link, decision: 'same' }],
  ]
  for (const [action, fields] of formActions)
    for (const sure of [undefined, '', 'off', 'true', '1', 'ON']) {
      const sent = await send(action, host, { ...fields, ...(sure !== undefined && { sure }) }, { guest: guest.id })
      expect([sent.status, sent.answer?.errors]).toEqual([422, { sure: 'Please tick this box first.' }])
    }
  expect(await rows()).toEqual(before)
  expect((await send(mergeGuest, host, { with: '0712345679', sure: 'on' }, { guest: guest.id })).status).toBe(303)
  expect((await send(newLink, host, { sure: 'on' }, { guest: other.id })).status).toBe(303)
  expect((await send(newPass, host, { sure: 'on', no: '1' }, { guest: other.id })).status).toBe(303)
  expect((await send(forgetGuest, host, { sure: 'on' }, { guest: other.id })).status).toBe(303)
  const after = await rows()
  expect(after.find(({ id }) => id === guest.id)?.merged_into).toBe(other.id)
  expect(after.find(({ id }) => id === other.id)).toMatchObject({ name: 'Forgotten guest', phone: null })
})

test('the clocks skip a time that was chosen: it is moved, and said so', async () => {
  const host = await someGathering(db)
  const year = new Date().getUTCFullYear() + 1
  const last = new Date(Date.UTC(year, 2, 31))
  last.setUTCDate(31 - last.getUTCDay())
  const skipped = { zone: 'Europe/London', day: last.toISOString().slice(0, 10), time: '01:30' }
  const { headers } = await send(addOccasion, host, occasionTypedBy(skipped))
  const [, flash = ''] = /flash=([^;]+)/.exec(headers.get('set-cookie') ?? '') ?? []
  expect(Buffer.from(flash, 'base64url').toString()).toContain('The clocks skip the time that you chose')
})
