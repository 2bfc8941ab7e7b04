import { expect, test } from 'vitest'
import { openForms } from '#test/app-forms.ts'
import { testDatabase } from '#test/database.ts'
import { ownersDrive } from '#test/make.ts'
import { pledgeRow, somePledge } from '#test/pledges.ts'

const db = await testDatabase()
const { send, get } = openForms()

test('a pledge is released after a question, which is asked without a script, too', async () => {
  const { cookie, drive } = await ownersDrive(db)
  const { id } = await somePledge(db, drive)
  const list = `/fund-drive/${drive.slug}/pledges`
  const asked = 'Cancel this pledge?'
  const row = (await get(list, cookie)).text
  expect(row).toContain(`?release=${id}"`)
  expect(row).not.toContain(asked)
  expect(row).not.toContain(`action="${list}/release"`)
  const question = (await get(`${list}?release=${id}`, cookie)).text
  expect(question).toContain(asked)
  expect(question).toContain(`action="${list}/release"`)
  expect((await get(`${list}?release=999999`, cookie)).text).not.toContain(asked)
  await send(`${list}/release`, { pledge: String(id) }, { cookie })
  expect(await pledgeRow(db, id)).toMatchObject({ state: 'released' })
})
