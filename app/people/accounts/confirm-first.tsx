import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'

/** Says that an action needs a confirmed address, and sends the confirming email once more. */
export function ConfirmFirst({ email }: { email: string }) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  return (
    <Notice
      tone="warn"
      title={<Trans>Confirm your email address first</Trans>}
      action={
        <Form method="post" action="/dashboard/confirm-email">
          <Button variant="secondary" size="small" busy={busy} busyText={t`Sending...`}>
            <Trans>Send the email again</Trans>
          </Button>
        </Form>
      }
    >
      <Trans>
        Visitors trust a fund drive because its owner’s address was confirmed. Open the link in the email to{' '}
        <span className="wrap-anywhere">{email}</span>, then come back here.
      </Trans>
    </Notice>
  )
}
