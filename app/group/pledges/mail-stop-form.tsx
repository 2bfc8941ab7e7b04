import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#app/ui/button.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { pledgePath } from './pledge.ts'

type MailStopFormProps = { token: string; reader: string; stopped: boolean }

/** The form for the reader of a mail about a pledge: ends such mails to this address, or restarts them. */
export function MailStopForm({ token, reader, stopped }: MailStopFormProps) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  return (
    <div id="mails" className="grid gap-3 border-line border-t pt-5">
      <p>
        {stopped ? (
          <Trans>We write nothing about pledges to this email address.</Trans>
        ) : (
          <Trans>No email about any pledge will be sent to this address, no matter who writes the pledge down.</Trans>
        )}
      </p>
      <Form method="post" action={`${pledgePath(token)}/mails`}>
        <input type="hidden" name="mails" value={reader} />
        {stopped && <input type="hidden" name="again" value="on" />}
        <Button variant="secondary" busy={busy} busyText={t`Saving...`}>
          {stopped ? <Trans>Write to me again</Trans> : <Trans>Never write to this address again</Trans>}
        </Button>
      </Form>
    </div>
  )
}
