import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { type First, GiftFields } from './gift-fields.tsx'
import { whyMax } from './recorded.ts'

type ChangeFormProps = { to: string; gift: First; version: number; today: string; first?: Answer | undefined }

/** The form that corrects a recorded gift. It asks for a reason, which the gift's receipt shows. */
export function ChangeRecordedForm({ to, gift, version, today, first }: ChangeFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <Form key={version} method="post" action={to} className="grid gap-5">
      <input type="hidden" name="version" value={version} />
      <Refused answer={answer} />
      <GiftFields first={gift} {...{ today, answer }} />
      <WhyField answer={answer} />
      <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
        <Trans>Save change</Trans>
      </Button>
    </Form>
  )
}

/** The form that takes a recorded gift out of all sums. */
export function VoidForm({ to }: { to: string }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  return (
    <Form method="post" action={`${to}/void`} className="grid gap-4">
      <Refused answer={answer} />
      <WhyField answer={answer} />
      <Button variant="secondary" busy={busy} busyText={t`Saving...`} className="justify-self-start text-stop">
        <Trans>Cancel this gift</Trans>
      </Button>
    </Form>
  )
}

const WhyField = ({ answer }: { answer: Answer | undefined }) => (
  <Field
    label={<Trans>Why?</Trans>}
    name="why"
    answer={answer}
    required
    hint={<Trans>The receipt shows it for as long as it is there. Please name nobody in it.</Trans>}
  >
    <Input maxLength={whyMax} autoComplete="off" />
  </Field>
)
