import { expect, test } from 'vitest'
import { whatTheyDo } from '#app/invitations/helpers/what-they-do.tsx'
import { helperRoles, rightsOf } from '#app/kit/rights.ts'
import { neededFor } from './guards.server.ts'

// What helpers and their owner read about each role, beside what the pages of a drive let that role do.

const pages: [string, RegExp][] = [
  ['recorded', /gifts that do not pass through/],
  ['pledges', /Writes down pledges/],
  ['bridge', /Pastes lists/],
  ['list', /sends the group its list/],
  ['donations', /Sees donations/],
]

test.each(helperRoles)('a %s is told of each page that is theirs, and of no other', (role) => {
  const told = whatTheyDo(role, 'drive')
    .does.map(({ message }) => message)
    .join('\n')
  for (const [page, words] of pages)
    expect([page, words.test(told)]).toEqual([page, rightsOf[role].includes(neededFor(page)!)])
})

test('the secretary of an invitation is told what they do there, and nothing of recording gifts', () => {
  const { does, cannot } = whatTheyDo('secretary', 'gathering')
  expect([...does, ...cannot].map(({ message }) => message)).toEqual([
    'Invites guests, writes to them, and sees their numbers, their answers and who came',
    'Looks after the occasions, the card and the doors',
    'Can’t see what each guest gave or pledged',
    'Can’t close or delete the invitation, cancel its occasions, or choose its helpers',
  ])
})

test('a treasurer and a secretary are told what they may not do', () => {
  const told = (role: (typeof helperRoles)[number]) => whatTheyDo(role, 'drive').cannot.map(({ message }) => message)
  expect(told('treasurer')).toEqual([
    'Can’t invite guests, and can’t see their answers',
    'Can’t withdraw money',
    'Can’t change the fund drive, its page or its settings',
  ])
  expect(told('secretary')).toEqual([
    'Can’t see what each guest gave or pledged',
    'Can’t record gifts or pledges, and can’t paste or send a list',
    'Can’t withdraw money',
    'Can’t change the fund drive, its page or its settings',
  ])
})
