import { Trans } from '@lingui/react/macro'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

type DayFieldsProps = { from: string | null; to: string | null; className?: string }

/** The first and the last day that a list is narrowed to. */
export const DayFields = ({ from, to, className }: DayFieldsProps) => (
  <>
    <Field label={<Trans context="days">From</Trans>} name="from" className={className}>
      <Input type="date" defaultValue={from ?? ''} />
    </Field>
    <Field label={<Trans context="days">To</Trans>} name="to" className={className}>
      <Input type="date" defaultValue={to ?? ''} />
    </Field>
  </>
)
