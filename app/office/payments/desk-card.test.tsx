import { I18nProvider } from '@lingui/react'
import { sql } from 'kysely'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { paidInFull } from '#app/features/payments/payment.ts'
import { keepUnplaced } from '#app/features/payments/unplaced.server.ts'
import { wordsIn } from '#app/kit/words.ts'
import { testDatabase } from '#test/database.ts'
import { deskAt } from './desk.server.ts'
import { DeskFacts } from './desk-card.tsx'

// Of money that was paid twice the desk says whether its giver was asked, and how.

const db = await testDatabase()

let nr = 0
async function deskSays(state: string | null): Promise<string> {
  const number = `SKD${String(++nr).padStart(7, '0')}`
  const what = { provider: 'mpesa', reference: 'don-1', why: 'paid twice', payment: undefined } as const
  await db.transaction().execute((tx) => keepUnplaced(tx, what, paidInFull(500, number, null)))
  const { id } = await db
    .selectFrom('suspense')
    .where('provider_tx_id', '=', number)
    .select('id')
    .executeTakeFirstOrThrow()
  if (state)
    await sql`insert into sms_outbox (key, phone, text, money, at_night, asked_for, until, state, tries, tried_at)
      values (${`second ${id}`}, '+254712345678', 'x', true, true, false, now(), ${state}, 1, now())`.execute(db)
  const desk = await deskAt(db, String(id))
  return renderToStaticMarkup(
    <I18nProvider i18n={wordsIn('en')}>
      <DeskFacts desk={desk} />
    </I18nProvider>,
  )
}

test.each([
  [null, 'They were not asked: no text could be written to them'],
  ['sent', 'They were asked by a text, and have not answered yet'],
  ['delivered', 'They were asked by a text that arrived'],
  ['maybe_sent', 'may not have gone out'],
  ['failed', 'They were not asked: the text to them did not go out'],
  ['stopped', 'They were not asked: they want no texts'],
])('of a text that is %s', async (state, words) => {
  expect(await deskSays(state)).toContain(words)
})
