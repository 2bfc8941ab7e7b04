import { expect, test } from 'vitest'
import { tell } from '#app/platform/live/live.server.ts'
import { watchedTopics } from '#app/site/api/topics.server.ts'
import { asking } from '#test/asking.ts'
import { testDatabase } from '#test/database.ts'
import { actionAt, ask } from '#test/form-actions.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { someDrive } from '#test/make.ts'
import { booksMustHold, gift } from '#test/money.ts'
import { loader as page } from './page.tsx'
import { loader as parts } from './parts.ts'

leavesSomethingBehind()
const json = actionAt(parts, 'fundraiser/:slug/donations.json')

// What anybody can learn of the gifts to a drive.

const db = await testDatabase()
booksMustHold(() => db)
const secret = { donorName: 'Nyambura Secret', donorEmail: 'nyambura@secret.test', message: 'Pole', anonymous: true }
const open = { donorName: 'Amina Yusuf', donorEmail: 'amina@secret.test', message: 'Tuko pamoja', anonymous: false }

async function givenTo() {
  const drive = await someDrive(db)
  await gift(db, drive.id, 50_000, secret)
  await gift(db, drive.id, 70_050, open)
  return drive
}
const shown = [
  { name: 'Amina Yusuf', amount: 70_050, message: 'Tuko pamoja' },
  { name: null, amount: 50_000, message: 'Pole' },
]
const nobodys = /nyambura|amina@|secret\.test/i

test('the page shows gifts and figures, and neither a hidden name nor an address [T221]', async () => {
  const { slug } = await givenTo()
  const { data } = await ask(page, { path: `/fundraiser/${slug}?tab=donations`, params: { slug } })
  expect(data).toMatchObject({
    donations: { donations: shown, next: null },
    figures: { raised: 120_050, donors: 2, gifts: { donations: shown } },
  })
  expect(JSON.stringify(data)).not.toMatch(nobodys)
})

test('the next part of the list tells as little, and nothing of a drive that is not there [T222]', async () => {
  const { slug } = await givenTo()
  const { data } = await ask(json, { path: `/fundraiser/${slug}/donations.json`, params: { slug } })
  expect(JSON.parse(String(data))).toMatchObject({ donations: shown, next: null })
  expect(String(data)).not.toMatch(nobodys)
  expect(await ask(json, { params: { slug: 'no-such' } })).toMatchObject({ status: 404 })
})

test('what goes out to all who watch tells the newest gifts, and as little [T223]', async () => {
  const { id } = await givenTo()
  const gone = new AbortController()
  const { request, context } = asking({ path: `/live?topic=drive:${id}` })
  const watching = new Request(request.url, { signal: gone.signal })
  const answer = await watchedTopics(watching, context)
  let heard = ''
  const listening = (async () => {
    for await (const part of answer.body!.pipeThrough(
      new TextDecoderStream() as never,
    ) as unknown as AsyncIterable<string>)
      heard += part
  })()
  await expect
    .poll(async () => {
      await tell(db, `drive:${id}`)
      return heard
    })
    .toContain('"gifts"')
  gone.abort()
  // A request that nothing holds any more is collected, and then nobody hears that it was aborted.
  expect(watching.signal.aborted).toBe(true)
  await listening
  expect(heard).toContain('"amount":70050')
  expect(heard).toContain('"raised":120050')
  expect(heard).not.toMatch(nobodys)
})
