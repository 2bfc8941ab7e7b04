import { describe, expect, test } from 'vitest'
import { answer } from '#app/invitations/guests/answers/answer.server.ts'
import { openForms } from '#test/app-forms.ts'
import { testDatabase } from '#test/database.ts'
import { someGathering, someGuest } from '#test/gatherings.ts'
import { ownersDrive } from '#test/make.ts'
import { matrix } from '#test/matrix.ts'

// Numbers of occasions, and ids of guests and messages, that nothing can have, in every address of invitations that holds one.

const db = await testDatabase()
const { send, get } = openForms()

const { cookie, drive } = await ownersDrive(db)
const host = await someGathering(db, {}, drive)
const { slug } = host
const { link } = await someGuest(db, host)
await answer(db, link, { no: 1, reply: 'yes', adults: 1, children: 0 })

const numbers = ['0', '-1', '01', '1.5', '1e0', '1e9', '99999', '2147483648', '99999999999999', '9999999999999999999']
const odd = [...numbers, 'x', '%D9%A3', '%00', 'not-a-uuid', '00000000-0000-0000-0000-000000000000', 'x'.repeat(2000)]
const named = /:(no|guest|id)\b/
const at = (path: string, place: string) =>
  `/${path.replace(':slug', slug).replace(':link', link).replace(named, place)}`

const rows = Object.entries(matrix).filter(([path]) => named.test(path) && /^(gathering|i)\//.test(path))
const read = rows.filter(([, { get }]) => get).map(([path]) => path)
const done = rows.flatMap(([path, { post }]) => (post ? [{ path, sent: post.sent }] : []))

describe('what cannot be there', () => {
  test.each([...read, 'i/:link/calendar/:no', 'i/:link/pass/:no', 'i/:link/pass/:no.png'])(
    'is missing at /%s',
    async (path) => {
      for (const place of odd)
        expect([place, (await get(at(path, place), cookie)).status]).toEqual([
          place,
          place === '%00' ? expect.any(Number) : 404,
        ])
    },
  )

  test.each(done)('is no fault of a form action at /$path', async ({ path, sent }) => {
    for (const place of odd) {
      const fields = sent({} as never, {} as never) as Record<string, string>
      const { status } = await send(at(path, place), fields, { cookie })
      // A form action without a page of its own leads back with the words.
      expect([place, [303, 400, 404].includes(status)]).toEqual([place, true])
    }
  })
})
