import { Trans, useLingui } from '@lingui/react/macro'
import { Building2, Hospital, Smartphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { moneyText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { type InstitutionChoice, institutionMost } from '#app/money/institutions/institution.ts'
import { beyondPlan, overPlan, type PlanLine } from '#app/money/spending/spending.ts'
import { Card } from '#app/ui/card.tsx'
import { Field, Input, Select } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import type { Limits, PayoutWay } from './outcome.ts'
import { banks, type MethodShown, operators } from './payout.ts'

type MethodFieldsProps = {
  methods: MethodShown[]
  /** The confirmed institutions, and the page on which an owner asks for another one. */
  institutions: InstitutionChoice[]
  wish: string
  answer?: Answer | undefined
  limits: Limits
  mayAsk: number
  way: PayoutWay
  chosen: string
  onChoose: (method: string) => void
}

const icon = { 'aria-hidden': true, className: 'size-5 shrink-0 text-muted' } as const

/**
 * Asks where the money goes: to a saved method, which is not asked for again, or to a new one. Shows only the fields of the
 * chosen kind, without a script too; a browser that can't do that shows all.
 */
export function MethodFields({
  methods,
  institutions,
  wish,
  answer,
  limits,
  mayAsk,
  way,
  chosen,
  onChoose,
}: MethodFieldsProps) {
  const walletMax = limits.mobile_money?.maxCents ?? mayAsk
  return (
    <>
      <div className="grid gap-2">
        <RadioCards
          name="method"
          legend={<Trans>Withdrawal method</Trans>}
          answer={answer}
          defaultValue={chosen}
          onChoose={onChoose}
          choices={useChoices(methods)}
        />
        {way === 'mobile_money' && mayAsk > walletMax && <WalletHint most={walletMax} />}
      </div>
      <div className="grid gap-5 group-has-[[name=method]:checked:not([value^=mobile])]/way:hidden">
        <Field name="phone_number" label={<Trans>Phone Number</Trans>} answer={answer}>
          <Input type="tel" inputMode="tel" autoComplete="tel" maxLength={30} placeholder="0712 345 678" />
        </Field>
        <Operators answer={answer} />
      </div>
      <div className="grid gap-5 group-has-[[name=method]:checked:not([value=bank])]/way:hidden">
        <BankFields answer={answer} />
      </div>
      <div className="grid gap-5 group-has-[[name=method]:checked:not([value=institution])]/way:hidden">
        <InstitutionFields institutions={institutions} wish={wish} answer={answer} />
      </div>
    </>
  )
}

const icons = { bank: Building2, mobile_money: Smartphone, institution: Hospital }

function MethodIcon({ type }: Pick<MethodShown, 'type'>) {
  const Icon = icons[type]
  return <Icon {...icon} />
}

function useChoices(methods: MethodShown[]) {
  const { t } = useLingui()
  const isFirst = methods.length === 0
  return [
    ...methods.map(({ id, type, through, number, name, usableFrom, isEnded }) => ({
      value: id,
      label: `${through} ${number}`,
      disabled: isEnded || usableFrom !== null,
      hint: isEnded ? t`Nothing is sent there any more` : usableFrom ? t`New: it can be used from ${usableFrom}` : name,
      icon: <MethodIcon type={type} />,
    })),
    {
      value: 'mobile_money',
      icon: <Smartphone {...icon} />,
      label: isFirst ? <Trans>Mobile money</Trans> : <Trans>New mobile money number</Trans>,
    },
    {
      value: 'bank',
      icon: <Building2 {...icon} />,
      label: isFirst ? <Trans>Bank account</Trans> : <Trans>New bank account</Trans>,
    },
    {
      value: 'institution',
      icon: <Hospital {...icon} />,
      label: <Trans>Hospital, school or another institution</Trans>,
      hint: <Trans>Straight to a number that we confirmed. It can be used at once.</Trans>,
    },
  ]
}

function WalletHint({ most }: { most: number }) {
  const limit = moneyText(most)
  return (
    <p className="text-muted text-sm">
      <Trans>Mobile money limit: {limit} per transfer. More is sent in parts.</Trans>
    </p>
  )
}

function Operators({ answer }: { answer?: Answer | undefined }) {
  return (
    <Field name="mobile_operator" label={<Trans>Mobile Operator</Trans>} answer={answer}>
      <Select defaultValue="">
        <option value="">
          <Trans>Choose one</Trans>
        </option>
        {operators.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function BankFields({ answer }: { answer?: Answer | undefined }) {
  return (
    <>
      <Field name="bank_name" label={<Trans>Bank Name</Trans>} answer={answer}>
        <Input list="banks" maxLength={100} autoComplete="off" />
      </Field>
      <datalist id="banks">
        {banks.map((bank) => (
          <option key={bank} value={bank} />
        ))}
      </datalist>
      <Field name="account_number" label={<Trans>Account Number</Trans>} answer={answer}>
        <Input maxLength={60} autoComplete="off" autoCapitalize="characters" spellCheck={false} />
      </Field>
      <Field
        name="account_name"
        label={<Trans>Account Name</Trans>}
        answer={answer}
        hint={<Trans>Your own name, as your bank has it.</Trans>}
      >
        <Input maxLength={100} autoComplete="name" />
      </Field>
    </>
  )
}

type InstitutionProps = Pick<MethodFieldsProps, 'institutions' | 'wish' | 'answer'>

/** Asks for one of the confirmed institutions, and for the number that it knows the patient or pupil by. */
function InstitutionFields({ institutions, wish, answer }: InstitutionProps) {
  return (
    <>
      <Field name="institution" label={<Trans>Institution</Trans>} answer={answer}>
        <Select defaultValue="">
          <option value="">
            <Trans>Choose one</Trans>
          </option>
          {institutions.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        name="patient_number"
        label={<Trans>The patient’s or pupil’s number there</Trans>}
        answer={answer}
        hint={<Trans>As it is on the bill or the fee structure.</Trans>}
      >
        <Input maxLength={institutionMost.account} autoComplete="off" autoCapitalize="characters" spellCheck={false} />
      </Field>
      <Link to={wish} className="inline-flex min-h-11 items-center text-link">
        <Trans>It is not in the list: ask us to confirm it</Trans>
      </Link>
    </>
  )
}

type MethodLineProps = {
  method: MethodShown
  /** The actions on it. */
  children?: ReactNode
}

/** Shows a method as a line of a list, with only the end of the number. */
export function MethodLine({
  method: { type, through, number, name, usableFrom, isEnded },
  children,
}: MethodLineProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <MethodIcon type={type} />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold">
          {through} <span className="figures whitespace-nowrap">{number}</span>
        </p>
        {name && (
          <p dir="auto" className="wrap-anywhere text-muted text-sm">
            {name}
          </p>
        )}
        {isEnded && (
          <p className="text-sm text-warn">
            <Trans>Nothing is sent there any more</Trans>
          </p>
        )}
        {usableFrom && (
          <p className="text-sm text-warn">
            <Trans>New: it can be used from {usableFrom}</Trans>
          </p>
        )}
      </div>
      {children}
    </li>
  )
}

/** Shows administrators where a person's money can be sent. */
export function MethodsSeen({ methods }: { methods: MethodShown[] }) {
  return (
    <Card title={<Trans>Withdrawal methods</Trans>}>
      {methods.length === 0 ? (
        <p className="text-muted">
          <Trans>None yet. They are added with the first withdrawal.</Trans>
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {methods.map((method) => (
            <MethodLine key={method.id} method={method} />
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Asks for the line of the plan that it is for. More than was planned is said, not refused. */
export function PlanField({ lines, net, answer }: { lines: PlanLine[]; net: number; answer?: Answer | undefined }) {
  const { i18n, t } = useLingui()
  const [chosen, setChosen] = useState(answer?.typed?.line ?? '')
  const line = lines.find(({ id }) => String(id) === chosen)
  const over = line ? beyondPlan(line, net) : 0
  return (
    <>
      <Field name="line" label={<Trans>Line of the plan</Trans>} answer={answer} optional>
        <Select defaultValue={chosen} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
          <option value="">{t`None`}</option>
          {lines.map(({ id, what, plan }) => (
            <option key={id} value={id}>
              {`${what} (${moneyText(plan)})`}
            </option>
          ))}
        </Select>
      </Field>
      {over > 0 && <Notice title={i18n._(overPlan(over))} />}
    </>
  )
}
