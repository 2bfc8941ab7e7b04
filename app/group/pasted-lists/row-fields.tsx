import { Trans, useLingui } from '@lingui/react/macro'
import { methodWords } from '#app/group/recorded-gifts/recorded.ts'
import { amountText } from '#app/kit/money.ts'
import { phoneWhole } from '#app/kit/phone.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input, Select } from '#app/ui/input.tsx'
import { kinds, methods } from './approved.ts'
import { proposalWords } from './says.ts'
import type { ShownRow } from './shown.ts'

/** What can be corrected of a row. */
export function RowFields({ row, typed }: { row: ShownRow; typed: Record<string, string> | undefined }) {
  const { i18n, t } = useLingui()
  const { nr, proposal, code } = row
  const of = (name: string, first: string) => ({
    name: `${name}.${nr}`,
    defaultValue: typed?.[`${name}.${nr}`] ?? first,
  })
  const offered = kinds.filter((kind) => (kind === 'undo' ? proposal === 'undo' : kind !== 'claim' || code !== null))
  const phone = row.phone?.startsWith('+') ? phoneWhole(row.phone) : (row.phone ?? '')
  const kind = of('kind', proposal)
  const isPart = proposal === 'pledge'
  return (
    <div className="grid gap-3 pt-2 pb-3 sm:grid-cols-2 lg:grid-cols-3">
      {proposal !== 'ask' && (
        <Field label={<Trans>What it is</Trans>} name={kind.name}>
          <Select defaultValue={kind.defaultValue}>
            {offered.map((one) => (
              <option key={one} value={one}>
                {i18n._(proposalWords[one])}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field label={<Trans>Name</Trans>} name={`name.${nr}`}>
        <Input defaultValue={of('name', row.name ?? '').defaultValue} maxLength={200} autoComplete="off" />
      </Field>
      <Field label={<Trans>Amount in KES</Trans>} name={`amount.${nr}`}>
        <Input
          defaultValue={of('amount', amountText(row.amount)).defaultValue}
          inputMode="decimal"
          autoComplete="off"
          className="figures"
        />
      </Field>
      {isPart && (
        <Field label={<Trans>Paid of it</Trans>} name={`paid.${nr}`} optional>
          <Input
            defaultValue={of('paid', row.paid > 0 ? amountText(row.paid) : '').defaultValue}
            inputMode="decimal"
            autoComplete="off"
            className="figures"
          />
        </Field>
      )}
      <Field label={<Trans>Day</Trans>} name={`day.${nr}`}>
        <Input type="date" defaultValue={of('day', row.day ?? '').defaultValue} />
      </Field>
      <Field label={<Trans>How it was given</Trans>} name={`method.${nr}`}>
        <Select defaultValue={of('method', row.method ?? '').defaultValue}>
          {row.method === null && (
            <option value="">
              <Trans>As for the whole list</Trans>
            </option>
          )}
          {methods.map((one) => (
            <option key={one} value={one}>
              {i18n._(methodWords[one])}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={proposal === 'claim' ? <Trans>Last three digits of the number that paid</Trans> : <Trans>Phone</Trans>}
        name={`phone.${nr}`}
        optional={proposal !== 'claim'}
      >
        <Input
          defaultValue={of('phone', phone).defaultValue}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={20}
        />
      </Field>
      <Checkbox
        name={`anonymous.${nr}`}
        defaultChecked={typed ? typed[`anonymous.${nr}`] === 'on' : row.anonymous}
        label={t`Without the name in public`}
        className="self-end"
      />
    </div>
  )
}
