import { Trans, useLingui } from '@lingui/react/macro'
import { Eye } from 'lucide-react'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import type { useFormAction } from '#app/ui/use-form-action.tsx'

type AskNumberProps = Pick<ReturnType<typeof useFormAction>, 'Form' | 'busy'> & {
  action: string
  answer: Answer | undefined
}

/** Asks for a phone number in full; the page shows only its end. The form action records that an administrator asked. */
export function AskNumber({ Form, busy, action, answer }: AskNumberProps) {
  const { t } = useLingui()
  return (
    <Form method="post" action={action} className="grid justify-items-start gap-2">
      {/* A list shows the confirm field only in the row whose answer asked for it, not in every row. */}
      {answer?.errors?.again && <ConfirmField answer={answer} />}
      <Button
        variant="secondary"
        size="small"
        busy={busy}
        busyText={t`Asking...`}
        icon={<Eye aria-hidden="true" className="size-4" />}
      >
        <span className="sm:whitespace-nowrap">
          <Trans>Show number</Trans>
        </span>
      </Button>
    </Form>
  )
}
