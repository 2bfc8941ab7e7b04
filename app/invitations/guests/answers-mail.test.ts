import { expect, test } from 'vitest'
import { renderMail } from '#app/ui/render-mail.server.tsx'
import { answersMail } from './mails.tsx'

test('the email about new answers tells only of answers that came, in words', () => {
  const told = { title: 'Ruracio', yes: 0, no: 0, maybe: 2, waiting: 0, link: 'http://house.test' }
  const { text } = renderMail('en', answersMail(told))
  expect(text).toContain('2 guests answered Maybe')
  expect(text).not.toMatch(/\b0\b/)
  expect(renderMail('sw', answersMail({ ...told, yes: 1 })).text).toContain('Mtu 1 zaidi atakuja')
})
