import { Trans, useLingui } from '@lingui/react/macro'
import { Eye } from 'lucide-react'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'

type ShowNumberProps = { payout: { id: number; method: string }; first?: Answer | undefined }

/** Where money goes: of the number only the end, and all of it for the person who asks. That they did is written down. */
export function ShowNumber({ payout: { id, method }, first }: ShowNumberProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useDeed()
  const whole = answer?.ok ? answer.gave : undefined
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="wrap-anywhere">{method}</span>
      <span role="status">
        {whole && (
          <span className="figures wrap-anywhere font-semibold">
            {whole.number}
            {whole.name && (
              <span className="block font-normal" dir="auto">
                {whole.name}
              </span>
            )}
          </span>
        )}
      </span>
      {!whole && (
        <Form method="post" action={`/admin/payouts/${id}/number`} className="grid justify-items-start gap-2">
          {/* In a list it would stand in each row: it is asked for where it turned out to be needed. */}
          {answer?.errors?.again && <ConfirmField answer={answer} />}
          <Button
            variant="secondary"
            size="small"
            busy={busy}
            busyText={t`Asking...`}
            icon={<Eye aria-hidden="true" className="size-4" />}
          >
            <span className="whitespace-nowrap">
              <Trans>Show number</Trans>
            </span>
          </Button>
        </Form>
      )}
    </div>
  )
}
