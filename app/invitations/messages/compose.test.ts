import { expect, test } from 'vitest'
import { guestFilterIn } from '#app/invitations/guests/guest-filter.ts'
import { testDatabase } from '#test/database.ts'
import { someGathering, someGuest } from '#test/gatherings.ts'
import { compose } from './compose.server.ts'
import { messageTexts } from './message.ts'

const db = await testDatabase()
const filterOf = (query: string) => guestFilterIn(new URLSearchParams(query))

test('a form that comes again writes nothing, and with anything else in it, it is another message with a key of its own', async () => {
  const host = await someGathering(db)
  await someGuest(db, host)
  const form = { kind: 'note', words: 'Bring a torch', byHand: false, many: 1, key: crypto.randomUUID() } as const
  const sent = await compose(db, host.mine, filterOf(''), form)
  // Whom the filter means may have changed by it: then the form was sent to others than it shows.
  expect(await compose(db, host.mine, filterOf(''), { ...form, many: 0 })).toEqual(sent)
  const others = [{ kind: 'thanks' }, { words: 'Bring two' }, { byHand: true }, { query: 'sent=no' }] as const
  for (const { query = '', ...other } of others as readonly { query?: string }[]) {
    const again = compose(db, host.mine, filterOf(query), { ...form, ...other })
    const refused = await again.catch((error: unknown) => error)
    expect([other, refused]).toMatchObject([other, { says: messageTexts.another, typed: { key: expect.any(String) } }])
  }
  const another = await compose(db, host.mine, filterOf(''), { ...form, byHand: true, key: crypto.randomUUID() })
  expect(another.id).not.toBe(sent.id)
})
