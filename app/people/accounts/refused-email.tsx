import { Trans, useLingui } from '@lingui/react/macro'
import type { Language } from '#app/kit/languages.ts'
import { dayIn } from '#app/kit/time.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'

type Props = { email: string | null; since: Date | null }

/** Says that emails to the person's address come back, and offers one more try. */
export function RefusedEmail({ email, since }: Props) {
  const { t, i18n } = useLingui()
  const { Form, busy } = useFormAction()
  if (!email || !since) return null
  const day = dayIn(i18n.locale as Language, since)
  return (
    <Notice
      tone="warn"
      className="mb-5"
      title={<Trans>Our emails to this address come back</Trans>}
      action={
        <Form method="post" action="/settings/email/again">
          <Button variant="secondary" size="small" busy={busy} busyText={t`Sending...`}>
            <Trans>Try again</Trans>
          </Button>
        </Form>
      }
    >
      <p className="wrap-anywhere">
        <Trans>
          Since {day} the mail server of {email} says that there is no such mailbox. We send nothing there any more,
          also no links for a new password. Change the address, or try again if the mailbox works now: once a day.
        </Trans>
      </p>
    </Notice>
  )
}
