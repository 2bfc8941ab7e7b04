import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { saveAccount } from '#app/invitations/wrap-up/account.server.ts'
import { addPost, postsOf, removePost } from '#app/invitations/wrap-up/posts.server.ts'
import { testDatabase } from '#test/database.ts'
import { someGathering, someGuest } from '#test/gatherings.ts'
import { someDrive } from '#test/make.ts'
import { gift } from '#test/money.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { timePasses } from '#test/time.ts'

// The final account, as guests read it on their own page without a script.

const db = await testDatabase()
const { get } = plainBrowser()

test('guests read what came in, what it was spent on and what is left, in both languages; before it is written, nothing', async () => {
  const drive = await someDrive(db)
  const host = await someGathering(db, {}, drive)
  const { link } = await someGuest(db, host)
  await gift(db, drive.id, 1_000_000, { donorName: 'Secret Giver', anonymous: true })
  await timePasses('33 days')
  expect((await get(`/i/${link}`)).words).not.toContain('Final account')
  const lines = Array.from({ length: 40 }, (_, nr) => ({
    what: `<b>Line</b> ${nr} ${'x'.repeat(100)}`,
    amount: 10_050,
  }))
  await saveAccount(db, host.mine, { version: 0, lines })
  const [en, sw] = [await get(`/i/${link}`), await get(`/i/${link}`, { language: 'sw' })]
  for (const said of [
    'Final account',
    'Raised through Harambee KES 10,000',
    'Spent in all KES 4,020',
    'Harambee’s fee KES 500',
    'Still there KES 5,480',
  ])
    expect(en.words.replaceAll('\u00a0', ' ')).toContain(said)
  expect(en.text).toContain('&lt;b&gt;Line&lt;/b&gt; 39')
  expect(en.text).not.toContain('Secret Giver')
  expect(en.words).not.toContain('Changed on')
  for (const said of ['Hesabu ya mwisho', 'Zilizotumika kwa jumla', 'Zilizobaki']) expect(sw.words).toContain(said)
  await saveAccount(db, host.mine, { version: 1, lines: [{ what: 'Tents', amount: 950_001 }] })
  const later = (await get(`/i/${link}`)).words.replaceAll('\u00a0', ' ')
  expect(later).toMatch(/Spent beyond what was given KES 0\.01 Changed on \d/)
})

test('a guest who was thanked reads the words, with the way to the card; others do not', async () => {
  const host = await someGathering(db)
  const [one, other] = [await someGuest(db, host), await someGuest(db, host, { name: 'Amina' })]
  const { id } = await db
    .insertInto('messages')
    .values({ gathering_id: host.id, kind: 'thanks', words: 'You stood with us. <b>Asanteni</b>' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('message_lines').values({ message_id: id, supporter_id: one.id, way: 'hand' }).execute()
  expect((await get(`/i/${one.link}`)).text).not.toContain('thanks.jpg')
  await db.updateTable('message_lines').set({ state: 'sent' }).where('message_id', '=', id).execute()
  const seen = await get(`/i/${one.link}`)
  expect(seen.words).toContain('Asante You stood with us.')
  expect(seen.text).toContain(`href="/i/${one.link}/thanks.jpg"`)
  expect(seen.text).toContain('&lt;b&gt;Asanteni')
  expect((await get(`/i/${other.link}`)).text).not.toContain('thanks.jpg')
})

test('guests read the newest ten posts of their host as plain words, until the host removes one', async () => {
  const host = await someGathering(db)
  const { link } = await someGuest(db, host)
  await timePasses('33 days')
  const start = Date.now() - 20_000
  for (let nr = 1; nr <= 11; nr++)
    await addPost(
      db,
      host.mine,
      { words: `<i>Post</i> ${nr}!\nThe second line`, key: randomUUID(), photos: [] },
      new Date(start + nr * 1000),
    )
  const { text } = await get(`/i/${link}`)
  expect([...text.matchAll(/&lt;i&gt;Post&lt;\/i&gt; (\d+)!/g)].map(([, nr]) => Number(nr))).toEqual([
    11, 10, 9, 8, 7, 6, 5, 4, 3, 2,
  ])
  const [newest] = await postsOf(db, host.id)
  await removePost(db, host.mine, newest!.id)
  expect((await get(`/i/${link}`)).text).not.toContain('&lt;i&gt;Post&lt;/i&gt; 11!')
})
