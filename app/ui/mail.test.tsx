import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { expect, test } from 'vitest'
import { MailButton, MailFacts, MailHeading, MailNote, type MailTemplate, MailText } from './mail.tsx'
import { renderMail } from './render-mail.server.tsx'

const template = (name: string): MailTemplate => ({
  subject: msg`Hello ${name}`,
  preview: msg`A short look inside`,
  reason: msg`You get this mail because you asked for it.`,
  body: (
    <>
      <MailHeading>
        <Trans>Karibu, {name}!</Trans>
      </MailHeading>
      <MailText>
        <Trans>
          It's <strong>important</strong> & short.
        </Trans>
      </MailText>
      <MailButton href="https://harambee.test/auth/verify?token=a&b=c">
        <Trans>Confirm</Trans>
      </MailButton>
      <MailFacts facts={[{ name: 'Amount', value: 'KES 1,000' }]} />
      <MailNote>Good for an hour.</MailNote>
    </>
  ),
})

test('one template makes the page and the plain text of a mail', () => {
  const { subject, html, text } = renderMail('en', template('Asha'))
  expect(subject).toBe('Hello Asha')
  expect(text).toBe(
    [
      'Karibu, Asha!\n',
      "It's important & short.\n",
      'Confirm:\nhttps://harambee.test/auth/verify?token=a&b=c\n',
      'Amount: KES 1,000\n',
      'Good for an hour.\n',
      '-- \nHarambee · Unity is power\nYou get this mail because you asked for it.\n',
    ].join('\n'),
  )
  expect(html).toMatch(/^<!doctype html><html lang="en">/)
  expect(html.match(/href="https:\/\/harambee\.test\/auth\/verify\?token=a&amp;b=c"/g)).toHaveLength(2)
})
test('what people type stays text in both', () => {
  const { html, text } = renderMail('en', template('<img src=x onerror=alert(1)> &lt;b&gt;'))
  expect(html).not.toContain('<img')
  expect(text).toContain('Karibu, <img src=x onerror=alert(1)> &lt;b&gt;!')
})
test('a mail is written in the language of its reader', () => {
  expect(renderMail('sw', template('Asha')).html).toContain('<html lang="sw">')
})
