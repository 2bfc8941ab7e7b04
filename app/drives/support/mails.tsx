import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Words } from '#app/kit/says.ts'
import { MailButton, MailFacts, MailHeading, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'

type LetterTold = {
  reason: Words
  message: string
  email: string | null
  /** The reported drive; null for a question. */
  title: string | null
  link: string
}

/** Email to support: a person reported a page, or asked a question. */
export const letterMail = ({ reason, message, email, title, link }: LetterTold): MailTemplate => ({
  subject: title === null ? msg`A question to support` : msg`A fundraiser was reported`,
  reason: msg`You get this email because you look after Harambee.`,
  body: (
    <>
      <MailHeading>
        {title === null ? <Trans>A question to support</Trans> : <Trans>A fundraiser was reported</Trans>}
      </MailHeading>
      <MailFacts
        facts={[
          ...(title === null
            ? []
            : [
                { name: <Trans>Fund drive</Trans>, value: title },
                { name: <Trans>Reason</Trans>, value: <Said words={reason} /> },
              ]),
          { name: <Trans>Email</Trans>, value: email ?? '–' },
        ]}
      />
      <MailText>
        <Typed text={message} />
      </MailText>
      <MailButton href={link}>
        <Trans>Open in the office</Trans>
      </MailButton>
    </>
  ),
})

function Said({ words }: { words: Words }) {
  const { i18n } = useLingui()
  return i18n._(words)
}
