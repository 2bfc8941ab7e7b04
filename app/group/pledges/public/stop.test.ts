import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { daysOf, nextReminder } from '#app/group/pledges/pledge.ts'
import { openForms } from '#test/app-forms.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { somePledge } from '#test/pledges.ts'

const db = await testDatabase()
const { get, send } = openForms()

test('who ends the reminders before the yes can still say it', async () => {
  const { token, yes } = await somePledge(db, await someDrive(db), { agreed: false, phone: '+254700222041' })
  const words = ['No more reminders', 'and we remind you', 'Confirm my pledge']
  const saysOf = (page: string) => words.map((one) => page.includes(one))
  expect(saysOf((await get(`/pledge/${token}?yes=${yes}`)).text)).toEqual([true, true, true])
  const { to } = await send(`/pledge/${token}/stop`, { yes })
  expect(to).toBe(`/pledge/${token}?yes=${yes}`)
  const { text } = await get(to!)
  expect(saysOf(text)).toEqual([false, false, true])
  expect(text).toContain('We send no reminders of this pledge.')
})

test('who ended the reminders has them again, with those of another day; what was cancelled says nothing is open', async () => {
  const drive = await someDrive(db)
  const { token, id } = await somePledge(db, drive, { phone: '+254700222042' })
  const row = () =>
    db
      .selectFrom('pledges')
      .where('id', '=', id)
      .select(['remind_at', 'stopped_at', 'amount'])
      .select(sql<string>`due_on::text`.as('day'))
      .executeTakeFirstOrThrow()
  await send(`/pledge/${token}/stop`, {})
  expect(await row()).toMatchObject({ remind_at: null })
  expect((await get(`/pledge/${token}`)).text).toContain('Remind me again')
  const { first, last } = daysOf(new Date())
  const { amount } = await row()
  const typed = { amount: String(amount / 100) }
  expect((await send(`/pledge/${token}/change`, { ...typed, dueOn: '2020-01-01' })).status).toBe(422)
  expect(await send(`/pledge/${token}/change`, { ...typed, dueOn: last })).toMatchObject({ status: 303 })
  expect(await row()).toMatchObject({ day: last, remind_at: null })
  await send(`/pledge/${token}/stop`, { again: 'on' })
  const again = await row()
  expect([again.stopped_at, again.remind_at?.toISOString()]).toEqual([
    null,
    nextReminder(last, new Date())!.at.toISOString(),
  ])
  await send(`/pledge/${token}/change`, { ...typed, dueOn: first })
  expect((await row()).remind_at?.toISOString()).toBe(nextReminder(first, new Date())!.at.toISOString())
  // Left empty, the day stays.
  await send(`/pledge/${token}/change`, { ...typed, dueOn: '' })
  expect((await row()).day).toBe(first)
  expect((await get(`/pledge/${token}`)).text).toContain('still open')
  await send(`/pledge/${token}/release`, {})
  const { text } = await get(`/pledge/${token}`)
  expect([text.includes('Cancelled'), text.includes('still open')]).toEqual([true, false])
})
