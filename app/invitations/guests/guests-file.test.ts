import { expect, test } from 'vitest'
import { answer } from '#app/invitations/guests/answers/answer.server.ts'
import { addOccasion } from '#app/invitations/occasions/occasion.server.ts'
import { occasionForm } from '#app/invitations/occasions/occasion-forms.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import { testDatabase } from '#test/database.ts'
import { someComing, someDoor, someOccasion } from '#test/doors.ts'
import { occasionTypedBy, someGuest } from '#test/gatherings.ts'
import { guestsFile, guestsList } from './guests-list.server.ts'

// The list of guests as a spreadsheet has it.

const db = await testDatabase()

/** Rows of the file, each by its heads. */
async function fileOf({ id }: { id: string }, query = '', language: 'en' | 'sw' = 'en') {
  const asked = { ...guestsList.asked(new URLSearchParams(query)), gatheringId: id, whole: true, seesGifts: true }
  const file = await guestsFile(db, 'x', asked, { words: wordsIn(language, catalogues[language]), language })
  const [head, ...rows] = (await file.text())
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  return { head: head!, rows: rows.map((cells) => Object.fromEntries(cells.map((cell, at) => [head![at]!, cell]))) }
}

test('people are counted for each occasion, and never added up', async () => {
  const host = await someOccasion(db)
  await addOccasion(db, host.mine, occasionForm.parse(occasionTypedBy({ name: 'The day after', time: '15:00' })))
  const both = await someGuest(db, host, { name: 'Amina', seats: 4, occasions: [1, 2] })
  await someGuest(db, host, { name: 'Otis', occasions: [2] })
  await answer(db, both.link, { no: 1, reply: 'yes', adults: 3, children: 0 })
  await answer(db, both.link, { no: 2, reply: 'yes', adults: 2, children: 1 })
  const baba = await someComing(db, host, { name: 'Baba Otieno', adults: 3 })
  const door = await someDoor(db, host)
  await door.sends([door.lets(baba.invitation, { people: 2 })])
  const { head, rows } = await fileOf(host)
  const counts = head.filter((name) => name.startsWith('People'))
  expect(counts).toEqual([
    'People who come: Ruracio of Wanjiku',
    'People who come: The day after',
    'People at the door: Ruracio of Wanjiku',
    'People at the door: The day after',
  ])
  expect(rows.map((row) => [row.Guest, ...counts.map((name) => row[name])].join(' '))).toEqual([
    'Amina 3 3 0 0',
    'Baba Otieno 3 0 2 0',
    'Otis 0 0 0 0',
  ])
  const one = await fileOf(host, 'occasion=2', 'sw')
  expect(one.head).toEqual(expect.arrayContaining(['Watu wanaokuja', 'Watu waliofika mlangoni']))
  expect(one.rows.map((row) => [row.Mgeni, row['Watu wanaokuja']].join(' '))).toEqual(['Amina 3', 'Otis 0'])
  expect((await fileOf(host, '', 'sw')).head).toContain('Watu waliofika mlangoni: The day after')
})
