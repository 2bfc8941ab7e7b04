import { expect, test } from 'vitest'
import { answer } from '#app/invitations/guests/answers/answer.server.ts'
import { offerEnds, offersGoOut, repliesTaken } from '#app/invitations/guests/answers/seats.ts'
import { isSad, styles } from '#app/invitations/occasions/occasion.ts'
import { cityOf, momentAt } from '#app/kit/zones.ts'
import { testDatabase } from '#test/database.ts'
import { someGathering, someGuest } from '#test/gatherings.ts'
import { setRows } from '#test/rows.ts'
import { gatheringAt, guestOf } from './guest.server.ts'
import {
  guestNameMax,
  guestNoteMax,
  invitationStates,
  invitationStateWords,
  mostPeople,
  partyMax,
  replies,
  seatsMax,
  wishMax,
} from './invitation.ts'

const zone = 'Africa/Nairobi'
const at = (local: string) => momentAt(local, zone)
const occasion = { startsAt: at('2026-12-12T10:00'), endsAt: null, answersUntil: null, zone }

test.each([
  ['a day from now', '2026-12-01T11:00', '2026-12-02T11:00'],
  ['on to the morning where that is at night', '2026-12-01T22:30', '2026-12-03T08:00'],
  ['on to the morning of the same night', '2026-12-01T06:00', '2026-12-02T08:00'],
  [
    'three hours before the beginning at the latest, which is the evening before where that is at night',
    '2026-12-11T11:00',
    '2026-12-11T20:00',
  ],
  ['in the last hours until the beginning', '2026-12-12T08:00', '2026-12-12T10:00'],
])('an offer is good %s', (_, now, until) => {
  expect(offerEnds(occasion, at(now))).toEqual(at(until))
})

test('an offer ends three hours before answers do; none goes out in the last six hours', () => {
  const until = { ...occasion, answersUntil: at('2026-12-05T18:00') }
  expect(offerEnds(until, at('2026-12-05T10:00'))).toEqual(at('2026-12-05T15:00'))
  expect(offersGoOut(until, at('2026-12-05T11:59'))).toBe(true)
  expect(offersGoOut(until, at('2026-12-05T12:00'))).toBe(false)
  expect(offersGoOut(occasion, at('2026-12-12T04:00'))).toBe(false)
})

test('what a guest may answer in each state', () => {
  const open = invitationStates.map((state) => [state, repliesTaken(state, 'open').length])
  expect(open.filter(([, many]) => many !== replies.length)).toEqual([['withdrawn', 0]])
  const late = Object.fromEntries(invitationStates.map((state) => [state, repliesTaken(state, 'late')]))
  expect(late).toMatchObject({ yes: ['yes', 'no'], offered: ['yes', 'no'], invited: ['no'], waiting: ['no'] })
  for (const standing of ['over', 'cancelled', 'closed'] as const) expect(repliesTaken('yes', standing)).toEqual([])
  expect(Object.keys(invitationStateWords)).toEqual([...invitationStates])
})

test('how many may come: seats and some by name, what the host allows on the shared link', () => {
  const rules = { plusOnes: 2, partyMost: 4 }
  expect(mostPeople({ seats: 3, origin: 'host' }, rules)).toBe(5)
  expect(mostPeople({ seats: 1, origin: 'shared' }, rules)).toBe(4)
  expect(mostPeople({ seats: seatsMax, origin: 'host' }, rules)).toBe(partyMax)
  expect([guestNameMax, guestNoteMax, wishMax, styles.length, isSad('burial'), cityOf(zone)]).toEqual([
    100,
    300,
    300,
    5,
    true,
    'Nairobi',
  ])
})

const db = await testDatabase()

test('O28: of a host who is suspended or gone, guests find nothing and answer nothing', async () => {
  const host = await someGathering(db, { shared: 'on' })
  const { link } = await someGuest(db, host)
  expect((await gatheringAt(db, host.slug))?.occasions).toHaveLength(1)
  await setRows('users', { id: host.personId }, { suspended_at: new Date(), suspended_why: 'x' })
  expect([await guestOf(db, link), await gatheringAt(db, host.slug)]).toEqual([undefined, undefined])
  await expect(answer(db, link, { no: 1, reply: 'no', adults: 0, children: 0 })).rejects.toMatchObject({ status: 404 })
})
