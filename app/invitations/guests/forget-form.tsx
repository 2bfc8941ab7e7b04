import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field } from '#app/ui/field.tsx'
import { Folded } from '#app/ui/folded.tsx'
import { Input } from '#app/ui/input.tsx'
import type { GuestSeen } from './guest.server.ts'

type ForgetFormProps = { page: string; seen: GuestSeen; first: Answer | undefined }

/** A guest takes themself off the list. Links get forwarded, so who does it knows the guest's number, or says that it is them. */
export function ForgetForm({ page, seen: { supporter, gathering }, first }: ForgetFormProps) {
  const { t } = useLingui()
  const answer = first?.typed?.forget === undefined ? undefined : first
  const { name, hasPhone } = supporter
  return (
    <Folded id="forget" open={Boolean(answer)} title={<Trans>Remove me</Trans>}>
      <form method="post" action={`${page}/forget#forget`} noValidate className="grid gap-3">
        <input type="hidden" name="forget" value="1" />
        <p>
          <Trans>
            Your name, your number, your answer and what you wrote are taken off the list, your seats go to others, and
            this link opens nothing any more. This can’t be undone.
          </Trans>
        </p>
        {hasPhone ? (
          <Field
            name="end"
            label={<Trans>The last 4 digits of your phone number</Trans>}
            answer={answer}
            hint={t`Of the number that ${gathering.hostName} has. Nobody else can remove you then.`}
          >
            <Input inputMode="numeric" autoComplete="off" maxLength={4} className="max-w-32" />
          </Field>
        ) : (
          <Checkbox name="sure" value="on" answer={answer} label={t`I am ${name}, and want to be removed`} />
        )}
        <Button variant="danger">
          <Trans>Remove me now</Trans>
        </Button>
      </form>
    </Folded>
  )
}
