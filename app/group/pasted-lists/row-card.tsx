import { Trans, useLingui } from '@lingui/react/macro'
import { TriangleAlert } from 'lucide-react'
import { recordedMethodWords } from '#app/group/recorded-gifts/recorded.ts'
import { amountText, moneyText } from '#app/kit/money.ts'
import { phoneWhole } from '#app/kit/phone.ts'
import type { Answer } from '#app/kit/says.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { cx } from '#app/ui/cx.ts'
import { Field, Input, Select } from '#app/ui/field.tsx'
import { approvedKinds, approvedMethods } from './approved.ts'
import { lookWords, proposalWords } from './pasted-list.ts'
import { isOpen, type ShownRow } from './shown.ts'

type RowCardProps = {
  row: ShownRow
  /** The typed values on its page; undefined while there are none. */
  typed: Record<string, string> | undefined
  answer: Answer | undefined
}

/** A row: its kind, why to look at it, its source text, and its fields. */
export function RowCard({ row, typed, answer }: RowCardProps) {
  const { t } = useLingui()
  const { nr, name, amount, paid, proposal, looks, state } = row
  const who = name ?? t`No name`
  const wrong = Object.entries(answer?.errors ?? {}).filter(([field]) => field.endsWith(`.${nr}`))
  if (!isOpen(state)) return <DoneRow row={row} />
  return (
    <section
      aria-label={who}
      className={cx('rounded-card border bg-card px-3 py-0.5', wrong.length > 0 ? 'border-stop' : 'border-line')}
    >
      <div className="flex items-center gap-2">
        <label className="flex min-h-11 min-w-0 flex-1 items-center gap-3">
          <input
            type="checkbox"
            name={`pick.${nr}`}
            defaultChecked={typed ? typed[`pick.${nr}`] === 'on' : row.isTicked}
            data-clear={looks.length === 0 && proposal !== 'ask' ? '' : undefined}
            className="size-5 shrink-0 accent-[var(--brand)]"
          />
          <span className="min-w-0 flex-1 py-0.5 leading-tight">
            <bdi className="wrap-anywhere font-semibold">{who}</bdi>
            <span className="figures block text-muted text-sm">
              <Sum amount={amount} paid={paid} />
            </span>
          </span>
        </label>
        <Kind row={row} typed={typed} />
      </div>
      {wrong.map(([field, words]) => (
        <p key={field} className="font-medium text-sm text-stop">
          {words}
        </p>
      ))}
      <details open={proposal === 'claim' || wrong.length > 0}>
        <summary className="flex min-h-10 cursor-pointer list-none items-center gap-3 text-sm leading-5 [&::-webkit-details-marker]:hidden">
          <Why row={row} />
          <span className="shrink-0 font-semibold underline">
            <Trans>Change</Trans>
          </span>
        </summary>
        <RowFields row={row} typed={typed} />
      </details>
    </section>
  )
}

/** Says why to look at it, and shows its source text. */
function Why({ row: { looks, resembles, text } }: { row: ShownRow }) {
  const { t, i18n } = useLingui()
  return (
    <span className="min-w-0 flex-1">
      {looks.length > 0 && (
        <span className="flex flex-wrap gap-x-3 text-warn">
          {looks.map((look) => (
            <span key={look} className="flex items-center gap-1.5">
              <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
              {i18n._(lookWords[look])}
              {resembles && /another row|twice/.test(look) ? ` (${t`line ${resembles}`})` : ''}
            </span>
          ))}
        </span>
      )}
      <bdi className={cx('wrap-anywhere text-muted', looks.length > 0 ? 'line-clamp-1' : 'line-clamp-2')}>{text}</bdi>
    </span>
  )
}

/** Shows the kind; if the text does not say it, it is chosen here. */
function Kind({ row: { nr, proposal }, typed }: Pick<RowCardProps, 'row' | 'typed'>) {
  const { t, i18n } = useLingui()
  const chosen = typed?.[`kind.${nr}`] ?? ''
  if (proposal === 'ask')
    return (
      <span className="w-36 shrink-0">
        <Select name={`kind.${nr}`} defaultValue={chosen} aria-label={t`What it is`}>
          <option value="">{i18n._(proposalWords.ask)}</option>
          <option value="gift">{i18n._(proposalWords.gift)}</option>
          <option value="pledge">{i18n._(proposalWords.pledge)}</option>
        </Select>
      </span>
    )
  const kind = chosen in proposalWords ? (chosen as ShownRow['proposal']) : proposal
  return <Badge tone={kind === 'gift' ? 'gain' : 'info'}>{i18n._(proposalWords[kind])}</Badge>
}

function Sum({ amount, paid }: { amount: number; paid: number }) {
  const isPart = paid > 0 && paid < amount
  const [there, whole] = [amountText(paid), amountText(amount)]
  if (amount === 0) return '–'
  return isPart ? (
    <Trans>
      {there} of {whole} paid
    </Trans>
  ) : (
    moneyText(amount)
  )
}

/** A row that was entered or taken back. */
function DoneRow({ row: { name, amount, paid, state } }: { row: ShownRow }) {
  const { t } = useLingui()
  return (
    <section className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 rounded-card border border-line bg-well px-3 py-2">
      <span className="min-w-0">
        <bdi className="font-semibold wrap-anywhere">{name ?? t`No name`}</bdi>
        <span className="figures block text-muted text-sm">
          <Sum amount={amount} paid={paid} />
        </span>
      </span>
      <Badge tone={state === 'entered' ? 'gain' : 'neutral'}>
        {state === 'entered' ? <Trans>Entered</Trans> : <Trans>Taken back</Trans>}
      </Badge>
    </section>
  )
}

/** The fields of a row that can be corrected. */
function RowFields({ row, typed }: { row: ShownRow; typed: Record<string, string> | undefined }) {
  const { i18n, t } = useLingui()
  const { nr, proposal, code } = row
  const of = (name: string, first: string) => ({
    name: `${name}.${nr}`,
    defaultValue: typed?.[`${name}.${nr}`] ?? first,
  })
  const offered = approvedKinds.filter((kind) =>
    kind === 'undo' ? proposal === 'undo' : kind !== 'claim' || code !== null,
  )
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
        <AmountInput first={of('amount', amountText(row.amount)).defaultValue} />
      </Field>
      {isPart && (
        <Field label={<Trans>Paid of it</Trans>} name={`paid.${nr}`} optional>
          <AmountInput first={of('paid', row.paid > 0 ? amountText(row.paid) : '').defaultValue} />
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
          {approvedMethods.map((one) => (
            <option key={one} value={one}>
              {i18n._(recordedMethodWords[one])}
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

const AmountInput = ({ first }: { first: string }) => (
  <Input defaultValue={first} inputMode="decimal" autoComplete="off" className="figures" />
)
