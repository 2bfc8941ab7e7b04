import { expect, test } from 'vitest'
import { claimedDrive, claimTyped } from '#app/money/mpesa/claim.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { openForms } from '#test/app-forms.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { pretendRail } from '#test/pretend-rail.ts'

const db = await testDatabase()
const { get } = openForms()

test('a drive that is paused still takes claims, and says that it is paused', async () => {
  useMobileMoney(pretendRail())
  const drive = await someDrive(db)
  const page = async () => (await get(`/fundraiser/${drive.slug}/claim`)).text
  const asks = 'Find my payment'
  const paused = 'Its organiser has paused it.'
  const says = (text: string) => [asks, paused].map((words) => text.includes(words))
  expect(says(await page())).toEqual([true, false])
  await db.updateTable('fund_drives').set({ status: 'paused' }).where('id', '=', drive.id).execute()
  expect(says(await page())).toEqual([true, true])
  useMobileMoney(undefined)
})

test('without M-Pesa there is no such page, and no claim is taken that nobody could look for', async () => {
  const drive = await someDrive(db)
  useMobileMoney(undefined)
  expect((await get(`/fundraiser/${drive.slug}/claim`)).status).toBe(404)
  const typed = { code: 'SKM1234567', tail: '678', name: '', message: '', phone: '', anonymous: false }
  const from = { visitor: 'a', language: 'en', address: '10.1.1.1' }
  await expect(claimTyped(db, drive.slug, typed, from)).rejects.toThrow()
  expect(await db.selectFrom('claims').where('receipt', '=', typed.code).select('id').execute()).toEqual([])
})

test('how to pay it is said while it is open, and not while it is paused', async () => {
  useMobileMoney(pretendRail())
  const drive = await someDrive(db)
  expect(await claimedDrive(db, drive.slug)).toMatchObject({ isPaused: false, payIn: { account: expect.any(String) } })
  await db.updateTable('fund_drives').set({ status: 'paused' }).where('id', '=', drive.id).execute()
  expect(await claimedDrive(db, drive.slug)).toMatchObject({ isPaused: true, payIn: null })
  useMobileMoney(undefined)
})
