import { expect, test } from 'vitest'
import { renderMail } from '#app/ui/render-mail.server.tsx'
import { answersMail } from './mails.tsx'

test('the email about new answers tells only of answers that came, in words', () => {
  const about = { title: 'A wedding', link: 'http://localhost/gathering/a/home' }
  const { text } = renderMail('en', answersMail({ ...about, yes: 0, no: 0, others: 2 }))
  expect(text).toContain('Maybe, or waiting: 2 guests')
  expect(text).not.toMatch(/Coming|Not coming|: 0/)
  const { text: more } = renderMail('en', answersMail({ ...about, yes: 1, no: 3, others: 0 }))
  expect(more).toMatch(/Coming: 1 person[\s\S]*Not coming: 3 guests/)
  expect(more).not.toContain('Maybe')
})
