import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { openForms } from '#test/house-forms.ts'
import { someDrive } from '#test/make.ts'
import { somePledge } from '#test/pledges.ts'

const db = await testDatabase()
const { get, send } = openForms()

test('who ends the reminders before the yes can still say it', async () => {
  const { token, yes } = await somePledge(db, await someDrive(db), { agreed: false, phone: '+254700222041' })
  const words = ['No more reminders', 'and we remind you', 'Yes, I promise this']
  const saysOf = (page: string) => words.map((one) => page.includes(one))
  expect(saysOf((await get(`/pledge/${token}?yes=${yes}`)).text)).toEqual([true, true, true])
  const { to } = await send(`/pledge/${token}/stop`, { yes })
  expect(to).toBe(`/pledge/${token}?yes=${yes}`)
  const { text } = await get(to!)
  expect(saysOf(text)).toEqual([false, false, true])
  expect(text).toContain('We send no reminders of this pledge.')
})
