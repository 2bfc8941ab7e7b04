import { Trans, useLingui } from '@lingui/react/macro'
import { MethodSelect } from '#app/group/recorded-gifts/method-select.tsx'
import type { Answer } from '#app/kit/says.ts'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'
import { methods } from './approved.ts'
import { proposalWords } from './says.ts'
import { isOpen, type ShownRows } from './shown.ts'

/** Asks once for all rows what lists seldom say of each: how the gift was given, and when. */
export function ForAllRows({ shown: { rows, today }, answer }: { shown: ShownRows; answer: Answer | undefined }) {
  const { i18n } = useLingui()
  const open = rows.filter(({ state }) => isOpen(state))
  const [noMethod, noDay] = [open.some(({ method }) => method === null), open.some(({ day }) => day === null)]
  if (!noMethod && !noDay) return null
  return (
    <div className="grid max-w-2xl gap-x-4 gap-y-1.5 sm:grid-cols-2">
      {noMethod && <MethodSelect methods={methods} answer={answer} none={i18n._(proposalWords.ask)} />}
      {noDay && (
        <Field label={<Trans>On which day?</Trans>} name="day" answer={answer}>
          <Input type="date" defaultValue={today} max={today} />
        </Field>
      )}
      <p className="text-muted text-sm sm:col-span-2">
        <Trans>For all rows that don’t say it. Where one differs, change it at that row.</Trans>
      </p>
    </div>
  )
}
