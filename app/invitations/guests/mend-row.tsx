import { Trans } from '@lingui/react/macro'
import { createContext, useContext } from 'react'
import type { Answer } from '#app/kit/says.ts'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'
import type { ShownGuestRow } from './preview.ts'

/** The form's answer, if rows can be edited; otherwise null. */
const Mends = createContext<{ answer: Answer | undefined } | null>(null)
export const Mending = Mends.Provider

/** The fields for a row's name, number and seats, folded until the host wants to change them. */
export function Mend({ row: { nr, name, phone, seats } }: { row: ShownGuestRow }) {
  const mending = useContext(Mends)
  if (!mending) return null
  const { answer } = mending
  const isWrong = ['name', 'phone', 'seats'].some((field) => answer?.errors?.[`${field}.${nr}`])
  return (
    <details open={isWrong || undefined} className="sm:ml-13">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-link text-sm">
        <Trans>Change</Trans>
      </summary>
      <div className="grid gap-3 pb-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_6rem]">
        <Field name={`name.${nr}`} label={<Trans>Name</Trans>} answer={answer}>
          <Input defaultValue={name} maxLength={100} autoComplete="off" />
        </Field>
        <Field name={`phone.${nr}`} label={<Trans>Phone number</Trans>} answer={answer} optional>
          <Input defaultValue={phone ?? ''} inputMode="tel" autoComplete="off" />
        </Field>
        <Field name={`seats.${nr}`} label={<Trans>Seats</Trans>} answer={answer} optional>
          <Input defaultValue={seats ?? ''} inputMode="numeric" autoComplete="off" />
        </Field>
      </div>
    </details>
  )
}
