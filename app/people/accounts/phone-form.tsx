import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { PhoneFields } from './phone-fields.tsx'

/** Asks for a phone number, to text a code to it. */
export function PhoneForm({ to, first }: { to?: string; first?: Answer }) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <div className="grid gap-6">
      {!answer?.errors && <Refused answer={answer} />}
      <Form method="post" action="/auth/phone" className="grid gap-5">
        {to && <input type="hidden" name="to" value={to} />}
        <PhoneFields answer={answer} />
        <Button size="large" wide busy={busy} busyText={t`Sending...`}>
          <Trans>Text me a code</Trans>
        </Button>
      </Form>
    </div>
  )
}
