import { Trans, useLingui } from '@lingui/react/macro'
import { type MouseEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { centsIn, moneyText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { PasswordInput } from '#app/ui/input.tsx'
import { MoneyField } from '#app/ui/money-field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import type { MethodShown } from './method.ts'
import { MethodFields } from './method-fields.tsx'
import { outcomeOf } from './outcome.ts'
import { Outcome } from './outcome.tsx'
import type { Funds } from './request.server.ts'

export type WithdrawProps = {
  /** The address of the Payouts page. */
  base: string
  formKey: string
  funds: Funds
  methods: MethodShown[]
  /** The most that a wallet takes in one go. */
  walletMax: number
  /** What stands in the amount to begin with, as 'Withdraw all' wants it without a script. */
  amount: string
}

/**
 * How much, where to, and what comes of it. The figures are worked out as one types; a browser without a script gets them
 * with the server's first answer, and confirms them with the same form.
 */
export function WithdrawForm(props: WithdrawProps & { first?: Answer | undefined }) {
  const { base, formKey, funds, methods, walletMax, first } = props
  const { t } = useLingui()
  const { Form, busy, answer = first } = useDeed()
  // Another key is given with every answer of the server; the form that was begun stays the same one.
  const [key] = useState(first?.typed?.key || formKey)
  const [typed, setTyped] = useState(first?.typed?.amount ?? props.amount)
  const outcome = outcomeOf(centsIn(typed), funds)
  const sum = outcome && moneyText(outcome.amount)
  return (
    <Form method="post" action={`${base}/withdraw`} noValidate className="group/way grid gap-5">
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="seen" value={outcome?.amount ?? ''} />
      <Said answer={answer} />
      <Amount {...{ base, funds, answer }} start={typed} onTyped={setTyped} />
      <Outcome outcome={outcome} feeBps={funds.feeBps} />
      <MethodFields {...{ methods, answer, walletMax }} mayAsk={funds.mayAsk} />
      <div
        className={`group-has-[[name=method]:checked:not([value=bank],[value^=mobile])]/way:hidden ${outcome ? '' : 'needs-script'}`}
      >
        <Field
          name="password"
          label={<Trans>Password</Trans>}
          answer={answer}
          hint={
            <Trans>The password of your account. A new method is confirmed with it, and you are told by mail.</Trans>
          }
        >
          <PasswordInput maxLength={128} />
        </Field>
      </div>
      <Button size="large" wide busy={busy} busyText={t`Sending...`}>
        {sum ? (
          <Trans>Withdraw {sum}</Trans>
        ) : (
          <>
            <span className="needs-script">
              <Trans>Withdraw</Trans>
            </span>
            <span className="without-script">
              <Trans>Continue</Trans>
            </span>
          </>
        )}
      </Button>
    </Form>
  )
}

/** What concerns the form as a whole, standing above it for as long as it is true. */
function Said({ answer }: { answer?: Answer | undefined }) {
  if (!answer || answer.ok) return null
  if (answer.errors?.seen) return <Notice title={answer.errors.seen} />
  return <Refused answer={answer} />
}

type AmountProps = {
  base: string
  funds: Funds
  answer?: Answer | undefined
  start: string
  onTyped: (amount: string) => void
}

function Amount({ base, funds, answer, start, onTyped }: AmountProps) {
  const place = useRef<HTMLInputElement>(null)
  const all = String(funds.mayAsk / 100)
  const fill = (event: MouseEvent) => {
    if (!place.current) return
    event.preventDefault()
    place.current.value = all
    place.current.dispatchEvent(new Event('input', { bubbles: true }))
    place.current.focus()
  }
  return (
    <MoneyField
      ref={place}
      name="amount"
      label={<Trans>Amount (KES)</Trans>}
      answer={answer}
      required
      autoFocus
      defaultValue={start}
      onInput={({ currentTarget }) => onTyped(currentTarget.value)}
      aside={
        <Link
          to={`${base}/withdraw?amount=${all}`}
          replace
          preventScrollReset
          onClick={fill}
          className="-my-2.5 inline-flex min-h-11 items-center text-link text-sm"
        >
          <Trans>Withdraw all</Trans>
        </Link>
      }
    />
  )
}
