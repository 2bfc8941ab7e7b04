import { expect, test } from 'vitest'
import { signedPass, signingKey } from '#app/invitations/door/keys.server.ts'
import { answer } from '#app/invitations/guests/answers/answer.server.ts'
import { cancelOccasion } from '#app/invitations/occasions/occasion.server.ts'
import { pagesAsSent } from '#test/as-sent.ts'
import { testDatabase } from '#test/database.ts'
import { someGathering, someGuest } from '#test/gatherings.ts'
import { oneRow, setRows } from '#test/rows.ts'

// A guest's pass, as the server sends it.

const db = await testDatabase()
const page = pagesAsSent()
const yes = { no: 1, reply: 'yes', adults: 2, children: 2 } as const

async function guestWhoComes() {
  const gathering = await someGathering(db)
  const guest = await someGuest(db, gathering, { seats: 4 })
  await answer(db, guest.link, yes)
  const { id, code } = await oneRow('invitations', { occasion_id: gathering.occasionId })
  return { ...gathering, ...guest, invitation: id, code }
}

test('a pass is one small page without a script of ours: code, letters, name and how many', async () => {
  const guest = await guestWhoComes()
  const { status, html, words } = await page(`/i/${guest.link}/pass/1`)
  expect(status).toBe(200)
  for (const part of [guest.code, 'Mama Njeri', '4 people', 'A screenshot is enough', 'The family', 'Limuru'])
    expect(words).toContain(part)
  expect(html).toContain(`href="/i/${guest.link}/card.jpg"`)
  expect(html).toContain('data:image/png;base64,')
  expect(html.length).toBeLessThan(15_000)
  expect(html.match(/<script/g)).toHaveLength(1)
})

test('there is none for who has not said Yes, for another number, or for a link that is not there', async () => {
  const guest = await guestWhoComes()
  await answer(db, guest.link, { no: 1, reply: 'no', adults: 0, children: 0 })
  for (const path of [`/i/${guest.link}/pass/1`, `/i/${guest.link}/pass/2`, '/i/222222222222/pass/1', '/i/x/pass/y'])
    expect([(await page(path)).status, (await page(`${path}.png`)).status]).toEqual([404, 404])
})

test('of an occasion that was cancelled it shows no code, and says why not', async () => {
  const guest = await guestWhoComes()
  await cancelOccasion(db, guest.mine, 1, 'The road is under water.')
  const { status, html, words } = await page(`/i/${guest.link}/pass/1`)
  expect(status).toBe(200)
  expect(words).toContain('This occasion was cancelled. The pass opens no door.')
  for (const part of [guest.code, 'data:image', 'A screenshot is enough']) expect(html).not.toContain(part)
  expect((await page(`/i/${guest.link}/pass/1.png`)).status).toBe(404)
})

test('the code is a picture of its own, too', async () => {
  const guest = await guestWhoComes()
  const { status, html } = await page(`/i/${guest.link}/pass/1.png`)
  expect([status, html.slice(1, 4)]).toEqual([200, 'PNG'])
})

test('a plain camera is led to the page where they answer, or is told what this is, without a name', async () => {
  const guest = await guestWhoComes()
  const key = await signingKey(db, guest.occasionId)
  const text = signedPass(key, 'http://localhost', guest.occasionId, {
    invitation: guest.invitation,
    version: 1,
    seats: 4,
  })
  const path = new URL(text.toLowerCase()).pathname
  const known = await page(path)
  expect([known.status, known.words.includes('A pass. Show it at the door.')]).toEqual([200, true])
  expect(known.html).not.toContain('Njeri')
  await setRows('invitations', { id: guest.invitation }, { state: 'invited', adults: null, children: null })
  // In capitals, as the QR code has it, the address leads to its one spelling first.
  const typed = `/p/${path.slice(3).toUpperCase()}`
  expect([(await page(path.toUpperCase())).status, (await page(typed)).status]).toEqual([301, 303])
  expect((await page('/p/nonsense')).status).toBe(404)
})
