import { expect, test } from 'vitest'
import { guestPasteOf, keepGuestPaste, shownPreview } from '#app/invitations/guests/import/import.server.ts'
import { isDrawable } from '#app/platform/pictures/lettering.server.ts'
import { forgetGuest } from '#app/privacy/forget-guest.server.ts'
import { testDatabase } from '#test/database.ts'
import { someGathering, someGuest } from '#test/gatherings.ts'
import { guestsCard } from './card-told.server.ts'
import { guestsList } from './guests-list.server.ts'
import { saveGuest } from './host.server.ts'
import { guestStory } from './story.server.ts'

// A guest whose name no card can draw: the host is told, and gives them another name for the card.

const db = await testDatabase()
const rowsOf = async (gatheringId: string) => {
  const asked = { ...guestsList.asked(new URLSearchParams()), gatheringId, whole: true, seesGifts: true }
  return (await guestsList.page(db, asked)).rows
}
const saved = { phone: null, email: null, groups: [], note: '' }

test('letters that our faces have are drawn, with their marks; others are missing, and a small picture is no letter', () => {
  for (const name of ['Gĩthũngũri wa Njoroge', 'Ẹniọla Aṣa', 'Ŋũgĩ', 'Kɔfi Ɓala', 'Zoë & Łukasz', 'Amina 🎉'])
    expect([name, isDrawable(name)]).toEqual([name, true])
  for (const name of ['فاطمة علي', 'Fatuma علي', 'ሰላም', '王伟']) expect([name, isDrawable(name)]).toEqual([name, false])
})

test('the list, the check of a pasted list and the guest’s page say so, and the card has no half of it', async () => {
  const host = await someGathering(db)
  const guest = await someGuest(db, host, { name: 'Ali علي' })
  await someGuest(db, host, { name: 'Gĩthũngũri' })
  expect((await rowsOf(host.id)).map(({ name, undrawn }) => [name, undrawn])).toEqual([
    ['Ali علي', true],
    ['Gĩthũngũri', false],
  ])
  expect((await guestsCard(db, guest.link))!.guest.name).toBe('')
  const kept = await keepGuestPaste(db, host.mine, 'فاطمة 0712345678\nOtis')
  const { fresh } = shownPreview((await guestPasteOf(db, host.id, kept))!)
  expect(fresh.map(({ undrawn }) => undrawn)).toEqual([true, false])
})

test('a name for the card is on it, in letters that it can draw; forgotten with the guest', async () => {
  const host = await someGathering(db)
  const { id, link } = await someGuest(db, host, { name: 'فاطمة علي' })
  const save = (cardName: string) => saveGuest(db, host.mine, id, { ...saved, name: 'فاطمة علي', cardName, version: 1 })
  await expect(save('فاطمة')).rejects.toMatchObject({ status: 422, field: 'cardName' })
  await save('Fatuma Ali')
  expect((await guestsCard(db, link))!.guest.name).toBe('For Fatuma Ali')
  expect(await guestStory(db, host.id, id, true)).toMatchObject({
    name: 'فاطمة علي',
    cardName: 'Fatuma Ali',
    undrawn: false,
  })
  expect((await rowsOf(host.id))[0]).toMatchObject({ name: 'فاطمة علي', undrawn: false })
  await forgetGuest(db, host.mine, id)
  const row = await db.selectFrom('supporters').where('id', '=', id).select('card_name').executeTakeFirst()
  expect(row).toEqual({ card_name: null })
})
