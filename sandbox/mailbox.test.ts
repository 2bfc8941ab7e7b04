import { expect, test } from 'vitest'
import { thePool } from '#app/platform/db.server.ts'
import { testDatabase } from '#test/database.ts'
import { keepMails } from './mailbox.ts'
import { mailboxAnswer } from './mailbox-pages.ts'

await testDatabase()
const query = (text: string, values: unknown[]) => thePool().query(text, values)
const keep = (to: string, subject: string, more = {}) => {
  const mail = { to, subject, text: `Text of ${subject}`, html: `<p>${subject}</p>`, raw: `Subject: ${subject}` }
  return keepMails(query, [{ ...mail, ...more }])
}
const ask = (path: string) => mailboxAnswer(query, new Request(`http://localhost${path}`), { nonce: 'n0nce' })
const textOf = async (path: string) => (await ask(path)).text()
type Json = { mails: { to: string; subject: string; text: string; html: string; sent_at: string }[] }
const asJson = async (path: string) => ((await (await ask(path)).json()) as Json).mails

test('an empty mailbox says what will arrive', async () => {
  expect(await textOf('/sandbox/mailbox')).toContain('No mails yet')
  expect(await asJson('/sandbox/mailbox.json')).toEqual([])
})
test('tests read the mails of one reader, newest first, whatever the case of the address [T414]', async () => {
  await keep('asha@example.org', 'first')
  await keep('Asha@Example.org', 'second')
  await keep('juma@example.org', 'third')
  const mails = await asJson('/sandbox/mailbox.json?to=ASHA@example.org')
  expect(mails.map(({ subject }) => subject)).toEqual(['second', 'first'])
  expect(Object.keys(mails[0]!)).toEqual(['to', 'subject', 'text', 'html', 'sent_at'])
  expect(Date.now() - Date.parse(mails[0]!.sent_at)).toBeLessThan(60_000)
  expect(await asJson('/sandbox/mailbox.json')).toHaveLength(3)
})
test('the list shows the newest first, of one reader when asked [T413]', async () => {
  const all = await textOf('/sandbox/mailbox')
  expect(all.indexOf('Text of third')).toBeLessThan(all.indexOf('Text of first'))
  const hers = await textOf('/sandbox/mailbox?to=asha@example.org')
  expect(hers).toContain('second')
  expect(hers).not.toContain('third')
})
test('a long list goes on with older mails', async () => {
  for (let i = 0; i < 55; i++) await keep('many@example.org', `mail ${i}`)
  const first = await textOf('/sandbox/mailbox?to=many@example.org')
  const older = /href="(\/sandbox\/mailbox\?[^"]*before=\d+)"/.exec(first)![1]!.replaceAll('&amp;', '&')
  const second = await textOf(older)
  expect(second.match(/<li>/g)).toHaveLength(5)
  expect(second).toContain('mail 0')
})
test('what is in a mail can neither run nor leave its frame', async () => {
  await keep('<b>x</b>@example.org', '<script>alert(1)</script>', {
    html: '<html><head><title>x</title></head><body><script>alert(1)</script></body></html>',
    text: 'See https://harambee.test/auth?a=1&b=<2 now',
  })
  const list = await textOf('/sandbox/mailbox')
  expect(list).not.toContain('<script>')
  const id = /\/sandbox\/mailbox\/(\d+)/.exec(list)![1]
  const one = await textOf(`/sandbox/mailbox/${id}`)
  expect(one).not.toContain('<script>')
  expect(one).toContain('<iframe title="The mail as a page"')
  expect(one).not.toMatch(/allow-scripts|allow-same-origin/)
  const sheet = await ask(`/sandbox/mailbox/${id}/sheet`)
  expect(sheet.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox allow-top/)
  expect(await sheet.text()).toContain('<head><base target="_top">')
  const link = '<a href="https://harambee.test/auth?a=1&amp;b=">https://harambee.test/auth?a=1&amp;b=</a>&lt;2 now'
  expect(await textOf(`/sandbox/mailbox/${id}/text`)).toContain(link)
  expect(await textOf(`/sandbox/mailbox/${id}/raw`)).toContain('Subject: &lt;script&gt;')
})
test.each(['0', '999999999999999', 'x', '1/evil'])('there is no mail at %s', async (path) => {
  expect((await ask(`/sandbox/mailbox/${path}`)).status).toBe(404)
})
test('an address that can not be one has no mails', async () => {
  expect((await ask('/sandbox/mailbox.json?to=%00')).status).toBe(200)
})
