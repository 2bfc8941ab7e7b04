import { Trans } from '@lingui/react/macro'
import { MailLink } from '#app/ui/mail.tsx'

/** The addresses where a guest stops mails: on their page, and by the button of a mail program. */
export type MailEndsAt = { quietUrl: string; forgetUrl: string; reportUrl: string; unsubscribe: string }

/** The footer of every mail of a gathering. */
export function MailEnds({ quietUrl, forgetUrl, reportUrl }: MailEndsAt) {
  return (
    <>
      <MailLink href={quietUrl}>
        <Trans>No more messages</Trans>
      </MailLink>
      <MailLink href={forgetUrl}>
        <Trans>Remove me</Trans>
      </MailLink>
      <MailLink href={reportUrl}>
        <Trans>Report</Trans>
      </MailLink>
    </>
  )
}
