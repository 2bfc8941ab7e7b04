import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/input.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import { occasionMost } from './occasion.ts'

/** Cancels an occasion, and asks why: guests read it. */
export function CancelForm({ to, first }: { to: string; first?: Answer | undefined }) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useDeed()
  return (
    <Form method="post" action={to} className="grid gap-4">
      <Refused answer={answer} />
      <Field
        label={<Trans>Why is it cancelled?</Trans>}
        name="why"
        answer={answer}
        required
        hint={<Trans>Your guests read this on their page.</Trans>}
      >
        <TextArea rows={3} maxLength={occasionMost.why} />
      </Field>
      <Button variant="danger" busy={busy} busyText={t`Cancelling...`} className="justify-self-start">
        <Trans>Cancel this occasion</Trans>
      </Button>
    </Form>
  )
}
