import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import { GiftFields } from './gift-fields.tsx'

type RecordDialogProps = { base: string; formKey: string; today: string; first?: Answer | undefined }

/** Asks for a gift that did not pass through us. Opened by its own address, so that it works without a script, too. */
export function RecordDialog({ base, formKey, today, first }: RecordDialogProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { Form, busy, answer = first } = useDeed()
  return (
    <Dialog
      open
      onClose={() => void navigate(base, { replace: true, preventScrollReset: true })}
      closeTo={base}
      title={<Trans>Record a gift</Trans>}
      text={
        <Trans>Visitors see that you recorded it and that it did not pass through Harambee. It costs nothing.</Trans>
      }
    >
      <Form method="post" action={`${base}/add`} className="grid gap-5">
        <input type="hidden" name="key" value={answer?.typed?.key ?? formKey} />
        <GiftFields first={{ givenOn: today }} {...{ today, answer }} />
        <div className="grid sm:justify-items-end">
          <Button busy={busy} busyText={t`Saving...`}>
            <Trans>Record gift</Trans>
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
