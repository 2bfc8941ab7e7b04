import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { centsIn, isTooMuch } from '#app/kit/amount.ts'
import { amountText, centsMax, moneyText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { MoneyField } from '#app/ui/money-field.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { type Giving, givingTexts, misfit, sharesOf, suggested, type Taken, type Way } from './giving.ts'

type AmountProps = {
  amount: string
  setAmount: (typed: string) => void
  way: Way | undefined
  /** What the way to pay takes. */
  taken: Taken
  giving: Giving
  answer?: Answer
}

/** How much: four amounts to choose from, none of them beforehand, or any other; and what the fee of it is. */
export function AmountFields({ amount, setAmount, way, taken, giving, answer }: AmountProps) {
  const { i18n } = useLingui()
  const scripted = useHydrated()
  const field = useRef<HTMLInputElement>(null)
  const wrong = wrongWith(amount, taken, way)
  const words = wrong ? i18n._(wrong) : ''
  const cents = centsIn(amount)
  const chosen = suggested.find((one) => one === cents)
  // Said by the browser before anything is sent, as the server would say it.
  useEffect(() => field.current?.setCustomValidity(words), [words])
  const [by, setBy] = useState<'press' | 'other'>()
  const onChoose = (value: string) => {
    setBy(value === 'other' ? 'other' : 'press')
    setAmount(value === 'other' ? '' : amountText(Number(value) * 100))
    if (value === 'other') requestAnimationFrame(() => field.current?.focus())
  }
  // What was chosen by a press need not be shown a second time, unless there is something to say about it.
  const isSaid = scripted && by === 'press' && chosen !== undefined && !wrong && !answer?.errors?.amount
  return (
    <div className="grid gap-3">
      <RadioCards
        legend={<Trans>Choose an amount</Trans>}
        name="suggested"
        chips
        columns="flex-wrap max-sm:flex max-sm:*:grow max-sm:*:basis-[max(5rem,30%)] sm:grid-cols-5"
        value={chosen ? String(chosen / 100) : amount || by === 'other' ? 'other' : ''}
        onChoose={onChoose}
        choices={[
          ...suggested.map((one) => ({ value: String(one / 100), label: moneyText(one) })),
          { value: 'other', label: <Trans context="amount">Other</Trans> },
        ]}
      />
      <div hidden={isSaid}>
        <MoneyField
          ref={field}
          label={<Trans>Amount</Trans>}
          name="amount"
          answer={answer}
          required={scripted}
          value={amount}
          onChange={({ currentTarget }) => {
            setBy(undefined)
            setAmount(currentTarget.value)
          }}
          maxLength={24}
          hint={<Bounds least={taken.least} whole={taken.whole} />}
        />
      </div>
      <p aria-live="polite" className="text-muted text-sm">
        <Fee cents={wrong ? undefined : cents} giving={giving} />
      </p>
    </div>
  )
}

/** What is wrong with an amount, if anything was typed. */
function wrongWith(amount: string, taken: Taken, way: Way | undefined) {
  if (!amount.trim()) return undefined
  const cents = isTooMuch(amount) ? centsMax + 1 : centsIn(amount)
  return cents === undefined ? givingTexts.amountShape : misfit(cents, taken, way)
}

function Bounds({ least, whole }: Pick<Taken, 'least' | 'whole'>) {
  if (whole) return <Trans>Minimum {moneyText(least)}, whole shillings</Trans>
  return <Trans>Minimum {moneyText(least)}</Trans>
}

/** What the organiser gets of it, before anybody is asked to pay. */
function Fee({ cents, giving }: { cents: number | undefined; giving: Giving }) {
  const percent = giving.feeBps / 100
  if (giving.feeBps === 0) return <Trans>No fee: all of it goes to the organiser.</Trans>
  if (!cents) return <Trans>We take {percent}% when the organiser withdraws.</Trans>
  const { fee, net } = sharesOf(cents, giving)
  return (
    <Trans>
      The organiser gets {moneyText(net)}. We take {percent}% ({moneyText(fee)}) when they withdraw.
    </Trans>
  )
}
