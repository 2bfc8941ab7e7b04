import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { AddressDialog } from '#app/ui/dialog.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { useFormKey } from '#app/ui/use-form-key.ts'
import { type First, GiftFields } from './gift-fields.tsx'

type RecordDialogProps = {
  base: string
  formKey: string
  today: string
  /** The initial values of the fields. */
  gift: First
  first?: Answer | undefined
}

/** Asks for a gift that did not pass through us. Opened by its own address, so that it works without a script, too. */
export function RecordDialog({ base, formKey, today, gift, first }: RecordDialogProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  const key = useFormKey(formKey, answer)
  return (
    <AddressDialog
      closeTo={base}
      title={<Trans>Record a gift</Trans>}
      text={
        <Trans>Visitors see that you recorded it and that it did not pass through Harambee. It costs nothing.</Trans>
      }
    >
      <Form method="post" action={`${base}/add`} className="grid gap-5">
        <input type="hidden" name="key" value={key} />
        <Refused answer={answer} />
        <GiftFields first={gift} {...{ today, answer }} />
        {(answer?.errors?.anyway || answer?.typed?.anyway) && (
          <>
            <input type="hidden" name="about" value={answer.typed?.about ?? ''} />
            <input type="hidden" name="asked" value={answer.typed?.asked ?? ''} />
            {/* The confirmation of one gift does not apply to the next one that is warned about. */}
            <Checkbox
              key={answer.typed?.about}
              name="anyway"
              label={
                answer.typed?.asked === 'amount' ? (
                  <Trans>The amount is right: record it</Trans>
                ) : (
                  <Trans>It is another gift: record it anyway</Trans>
                )
              }
              answer={answer}
              defaultChecked={Boolean(answer.typed?.anyway)}
            />
          </>
        )}
        <div className="grid gap-3 sm:flex sm:justify-end">
          <Button busy={busy} busyText={t`Saving...`}>
            <Trans>Record gift</Trans>
          </Button>
          <Button name="next" value="on" variant="secondary" busy={busy} busyText={t`Saving...`}>
            <Trans>Save and record the next</Trans>
          </Button>
        </div>
      </Form>
    </AddressDialog>
  )
}
