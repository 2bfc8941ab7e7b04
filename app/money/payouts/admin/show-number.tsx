import { AskNumber } from '#app/admin/ask-number.tsx'
import type { Answer } from '#app/kit/says.ts'
import { useFormAction } from '#app/ui/use-form-action.tsx'

type ShowNumberProps = { payout: { id: number; method: string }; first?: Answer | undefined }

/** Shows the end of the number that money goes to, and all of it to the person who asks. That access is recorded. */
export function ShowNumber({ payout: { id, method }, first }: ShowNumberProps) {
  const { Form, busy, answer = first } = useFormAction()
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
      {!whole && <AskNumber {...{ Form, busy, answer }} action={`/admin/payouts/${id}/number`} />}
    </div>
  )
}
