import { expect, test } from 'vitest'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import { hostsIn, invitesTo, openingOf, titleAlone, titleForm, whatIn } from './invites.ts'
import { occasionKinds } from './occasion.ts'

// What people read of an invitation, in both languages: who invites whom to what.

const [en, sw] = [wordsIn('en'), wordsIn('sw', catalogues.sw)]

test('a burial is called a burial, and a sentence has the family that invites', () => {
  const agnes = { kind: 'burial', title: 'Mama Agnes Kilonzo' } as const
  expect(invitesTo(en, { ...agnes, hosts: 'The Kilonzo family' })).toBe(
    'With sorrow the Kilonzo family invites you to the burial of Mama Agnes Kilonzo.',
  )
  expect(invitesTo(sw, { ...agnes, hosts: 'Familia ya Kilonzo' })).toBe(
    'Kwa huzuni, familia ya Kilonzo inakualika kwenye mazishi ya Mama Agnes Kilonzo.',
  )
  expect(invitesTo(en, { ...agnes, hosts: 'The family of Kilonzo, Mwala' }, 'Akinyi')).toBe(
    'Akinyi, with sorrow the family of Kilonzo, Mwala invites you to the burial of Mama Agnes Kilonzo.',
  )
  expect([en._(openingOf('burial', agnes.title)), sw._(openingOf('burial', agnes.title))]).toEqual([
    'With sorrow we invite you to the burial of',
    'Kwa huzuni tunakualika kwenye mazishi ya',
  ])
})

const names = { name: 'Amina & Brian', other: 'Safari ya mwisho' }
test.each(occasionKinds.filter((kind) => kind !== 'other'))(
  'an invitation of the kind %s says so, with any title',
  (kind) => {
    const noun = {
      fundraising: ['fundraising night', 'harambee'],
      ruracio: ['ruracio', 'ruracio'],
      wedding: ['wedding', 'harusi'],
      burial: ['burial', 'mazishi'],
      memorial: ['memorial', 'kumbukumbu'],
      graduation: ['graduation', 'mahafali'],
      church: ['church day', 'siku ya kanisa'],
      chama: ['chama meeting', 'mkutano wa chama'],
      school: ['school event', 'shughuli ya shule'],
    }[kind]
    for (const title of Object.values(names))
      for (const [nr, words] of [en, sw].entries()) {
        expect(whatIn(words, kind, title)).toContain(noun[nr])
        expect(whatIn(words, kind, title)).toContain(title)
      }
  },
)

test('alone in a calendar a title says what it is, in capitals and without an article of its own', () => {
  const alone = (title: string, kind: 'burial' | 'other' = 'burial') =>
    [en, sw].map((words) => titleAlone(words, kind, title))
  expect(alone('Mama Agnes Kilonzo')).toEqual(['The burial of Mama Agnes Kilonzo', 'Mazishi ya Mama Agnes Kilonzo'])
  expect(alone('Burial of Mama Agnes')[0]).toBe('Burial of Mama Agnes')
  expect(alone('Our big day', 'other')).toEqual(['Our big day', 'Our big day'])
})

test('a title that says what it is is not told twice, and takes its article where it needs one', () => {
  for (const [kind, title, form, what] of [
    ['burial', 'Burial of Mama Agnes', 'the', 'the Burial of Mama Agnes'],
    ['burial', 'Mazishi ya Mama Agnes', 'own', 'Mazishi ya Mama Agnes'],
    ['burial', 'Mama Agnes, 1948–2026', 'other', 'the burial “Mama Agnes, 1948–2026”'],
    ['burial', 'the late Mzee Otieno', 'name', 'the burial of the late Mzee Otieno'],
    ['wedding', 'Amina weds Brian', 'other', 'the wedding “Amina weds Brian”'],
    ['wedding', 'Wanjiku’s Wedding', 'own', 'Wanjiku’s Wedding'],
    ['wedding', 'Our Big Day', 'other', 'the wedding “Our Big Day”'],
    ['ruracio', 'Ruracio of Wanjiku', 'own', 'Ruracio of Wanjiku'],
    ['church', 'Harvest Sunday 2026', 'the', 'the Harvest Sunday 2026'],
    ['memorial', 'Memorial Service of Mzee Kamau', 'the', 'the Memorial Service of Mzee Kamau'],
    ['other', 'Garden lunch', 'own', 'Garden lunch'],
  ] as const) {
    expect([title, titleForm(kind, title), whatIn(en, kind, title)]).toEqual([title, form, what])
    expect(whatIn(sw, kind, title)).not.toMatch(/\bthe burial\b|\bthe wedding\b/)
  }
})

test('the verb goes with the hosts', () => {
  const sentence = (words: typeof en, hosts: string) => invitesTo(words, { kind: 'chama', title: 'AGM', hosts })
  expect(sentence(en, 'Mr & Mrs Otieno')).toBe('Mr & Mrs Otieno invite you to the AGM.')
  expect(sentence(en, 'Umoja Women Group')).toBe('Umoja Women Group invites you to the AGM.')
  expect(sentence(sw, 'Otieno na Achieng')).toBe('Otieno na Achieng wanakualika kwenye AGM.')
  expect(sentence(sw, 'Umoja Women Group')).toBe('Unaalikwa na Umoja Women Group kwenye AGM.')
  expect(hostsIn('Theresa')).toBe('Theresa')
})
