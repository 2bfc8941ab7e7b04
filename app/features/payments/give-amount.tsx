import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { centsIn, moneyText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { MoneyField } from '#app/ui/money-field.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { type Giving, misfit, says, sharesOf, suggested } from './giving.ts'

type AmountProps = { amount: string; setAmount: (typed: string) => void; giving: Giving; answer?: Answer }

/** How much: four amounts to choose from, none of them beforehand, or any other; and what becomes of it. */
export function AmountFields({ amount, setAmount, giving, answer }: AmountProps) {
  const { i18n } = useLingui()
  const scripted = useHydrated()
  const field = useRef<HTMLInputElement>(null)
  const cents = centsIn(amount)
  const chosen = suggested.find((one) => one === cents)
  const wrong = cents === undefined ? amount.trim() && says.amountShape : misfit(cents, giving)
  const words = wrong ? i18n._(wrong) : ''
  // Said by the browser before anything is sent, as the server would say it.
  useEffect(() => field.current?.setCustomValidity(words), [words])
  const [other, setOther] = useState(false)
  const onChoose = (value: string) => {
    setOther(value === 'other')
    setAmount(value === 'other' ? '' : value)
    if (value === 'other') field.current?.focus()
  }
  return (
    <div className="grid gap-3">
      <RadioCards
        legend={<Trans>Choose an amount</Trans>}
        name="suggested"
        chips
        columns="grid-cols-3 max-sm:*:last:col-span-2 sm:grid-cols-5"
        value={chosen ? String(chosen / 100) : amount || other ? 'other' : ''}
        onChoose={onChoose}
        choices={[
          ...suggested.map((one) => ({ value: String(one / 100), label: moneyText(one) })),
          { value: 'other', label: <Trans context="amount">Other</Trans> },
        ]}
      />
      <MoneyField
        ref={field}
        label={<Trans>Amount</Trans>}
        name="amount"
        answer={answer}
        required={scripted}
        value={amount}
        onChange={({ currentTarget }) => setAmount(currentTarget.value)}
        maxLength={20}
        hint={<Bounds {...giving} />}
      />
      <p aria-live="polite" className="rounded-control bg-well px-3 py-2 text-sm">
        <Shares cents={wrong ? undefined : cents} giving={giving} />
      </p>
    </div>
  )
}

function Bounds({ least, whole }: Giving) {
  if (whole) return <Trans>From {moneyText(least)}, in whole shillings.</Trans>
  return <Trans>From {moneyText(least)}.</Trans>
}

/** What the donor pays and what the organiser gets of it, before anybody is asked to pay. */
function Shares({ cents, giving }: { cents: number | undefined; giving: Giving }) {
  const percent = giving.feeBps / 100
  if (giving.feeBps === 0) return <Trans>You pay exactly this amount, and all of it goes to the organiser.</Trans>
  if (!cents)
    return (
      <Trans>
        You pay exactly the amount you choose. Our fee of {percent} % is kept when the organiser withdraws it.
      </Trans>
    )
  const { fee, net } = sharesOf(cents, giving)
  return (
    <Trans>
      You pay exactly {moneyText(cents)}. When the organiser withdraws it, they get {moneyText(net)}; our fee of{' '}
      {percent} % is {moneyText(fee)}.
    </Trans>
  )
}
