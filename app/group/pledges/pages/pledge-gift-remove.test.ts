import { expect, test } from 'vitest'
import { choosableFor, countChosen, partsOfPledge } from '#app/group/pledges/count.server.ts'
import { openForms } from '#test/app-forms.ts'
import { testDatabase } from '#test/database.ts'
import { ownersDrive } from '#test/make.ts'
import { gift } from '#test/money.ts'
import { pledgeRow, somePledge } from '#test/pledges.ts'

const db = await testDatabase()
const { send, get } = openForms()

test('a gift is taken off a pledge after a question, which is asked without a script, too', async () => {
  const { owner, cookie, drive } = await ownersDrive(db)
  const { id } = await somePledge(db, drive, { amount: 30_000 })
  await gift(db, drive.id, 30_000)
  const [one] = await choosableFor(db, drive.id, '')
  await countChosen(db, {
    driveId: drive.id,
    by: { id: owner.id, address: '' },
    pledgeId: id,
    kind: 'gift',
    id: one!.id,
  })
  // A pledge that is kept leads there, too.
  const page = `/fund-drive/${drive.slug}/pledges/gift?pledge=${id}`
  expect((await get(`/fund-drive/${drive.slug}/pledges`, cookie)).text).toContain(`href="${page}"`)
  const [part] = await partsOfPledge(db, drive.id, id)
  const asked = 'Take this gift off the pledge?'
  const list = (await get(page, cookie)).text
  expect(list).toContain(`?pledge=${id}&amp;off=${part!.id}"`)
  expect(list).not.toContain(asked)
  const question = (await get(`${page}&off=${part!.id}`, cookie)).text
  expect(question).toContain(asked)
  const to = `/fund-drive/${drive.slug}/pledges/gift/remove`
  expect(question).toContain(`action="${to}"`)
  const sent = { pledge: String(id), part: String(part!.id) }
  expect(await send(to, sent, { cookie })).toMatchObject({ status: 303, to: page })
  expect(await pledgeRow(db, id)).toMatchObject({ paid: 0, state: 'open' })
})
