import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { centsIn, isTooMuch } from '#app/kit/amount.ts'
import { amountText, centsMax, moneyText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { giftName, keepCheckout } from '#app/money/donations/typed-gift.ts'
import { ClaimLink } from '#app/money/mpesa/claim-link.tsx'
import { payPath } from '#app/money/mpesa/prompt.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { useDraft } from '#app/ui/draft.ts'
import { grouped } from '#app/ui/grouping.ts'
import { MoneyField } from '#app/ui/money-field.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { toast } from '#app/ui/toast.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { Email, Extras, FromMenu, PaymentWays, PhoneField, WhoSeesIt, WhoSeesPhone } from './give-fields.tsx'
import {
  type Giving,
  givingTexts,
  misfit,
  type PaymentWay,
  resultPath,
  sharesOfGift,
  suggested,
  type TakenKey,
} from './giving.ts'
import { useLeaving } from './use-leaving.ts'

type GiveFormProps = {
  slug: string
  giving: Giving
  /** The form action's answer to a browser without a script. */
  first?: Answer
}

/**
 * Gives to a drive: how much, and by which phone; or by the page of the payment provider, which asks for more. The
 * answer leads to the page where it is paid.
 */
export function GiveForm({ slug, giving, first }: GiveFormProps) {
  const { t } = useLingui()
  const form = useRef<HTMLFormElement>(null)
  const { Form, busy, answer = first } = useFormAction()
  const typed = useTyped(form, { slug, giving, first })
  const { amount, setAmount, by, setBy, way, setWay, hasExtras, key, keep } = typed
  const leaving = useLeaving(answer, (url) => keepCheckout(slug, isOurOwn(url) ? '' : url))
  const onLeftOut = useLeftOut()
  const cents = centsIn(amount)
  const phone = by === 'phone' ? giving.byPhone : null
  return (
    <Form
      ref={form}
      method="post"
      action={`/fundraiser/${slug}/donate`}
      onInput={keep}
      onChange={keep}
      onInvalidCapture={onLeftOut}
      className="grid gap-5 [&_input]:scroll-mb-44"
    >
      <input type="hidden" name="key" value={key} />
      <AmountFields {...{ amount, setAmount, giving, answer }} way={phone ? undefined : way} taken={phone ?? giving} />
      {/* Both stay, so that switching back finds what was typed in each. */}
      {giving.byPhone && (
        <fieldset hidden={!phone} disabled={!phone}>
          <input type="hidden" name="way" value="mpesa" />
          <PhoneField known={giving.known} answer={answer} />
        </fieldset>
      )}
      <fieldset hidden={phone !== null} disabled={phone !== null} className="grid gap-5">
        <PaymentWays ways={giving.ways} way={way} onChoose={setWay} />
        <Email giver={giving.giver} known={giving.known} answer={answer} />
      </fieldset>
      <div className="grid gap-3">
        <Extras giver={giving.giver} answer={answer} open={hasExtras} />
        <Checkbox
          name="follow"
          defaultChecked={answer?.typed?.follow === 'on'}
          label={<Trans>Tell me how it goes</Trans>}
        />
        {phone ? <WhoSeesPhone /> : <WhoSeesIt />}
        <p className="text-muted text-sm">
          <Trans>
            The day and the sum go into this drive’s <a href={`/fundraiser/${slug}/book`}>public book</a>, without your
            name.
          </Trans>
        </p>
        {phone && giving.paybill && <FromMenu paybill={giving.paybill} />}
        {giving.byHand && <ClaimLink slug={slug} kind={giving.byHand} />}
        <a href={`/fundraiser/${slug}/pledge`} className="inline-flex min-h-11 items-center text-link">
          <Trans>I will give later</Trans>
        </a>
      </div>
      {/* In sight however long the form is. */}
      <div className="sticky bottom-0 z-10 -mx-4 grid gap-1 border-line border-t bg-card px-4 py-3 sm:-mx-5 sm:px-5">
        {answer !== first && !answer?.errors && <Refused answer={answer} />}
        <Button busy={busy || leaving} busyText={t`Processing...`} size="large" wide>
          {phone && cents ? (
            <Trans>Pay {moneyText(cents)} by M-Pesa</Trans>
          ) : phone ? (
            <Trans>Pay by M-Pesa</Trans>
          ) : cents ? (
            <Trans>Donate {moneyText(cents)}</Trans>
          ) : (
            <Trans>Donate</Trans>
          )}
        </Button>
        {giving.byPhone && <OtherWay slug={slug} now={by} onChoose={setBy} />}
      </div>
    </Form>
  )
}

type OtherWayProps = { slug: string; now: Giving['by']; onChoose: (by: Giving['by']) => void }

const OtherWay = ({ slug, now, onChoose }: OtherWayProps) => (
  <a
    href={`/fundraiser/${slug}/donate${now === 'phone' ? '?by=page' : ''}`}
    className="inline-flex min-h-11 items-center justify-center text-link"
    onClick={(event) => {
      event.preventDefault()
      onChoose(now === 'phone' ? 'page' : 'phone')
    }}
  >
    {now === 'phone' ? <Trans>Card or bank</Trans> : <Trans>M-Pesa on your phone</Trans>}
  </a>
)

const isOurOwn = (url: string) => url.includes(resultPath) || url.includes(payPath(''))

/**
 * Keeps what is typed in this tab until it is closed: the person who cancels at the provider, or comes back, finds it
 * again. The key is kept too, so that the same gift sent again leads to the payment that was begun.
 */
function useTyped(
  form: React.RefObject<HTMLFormElement | null>,
  { slug, giving, first }: Pick<GiveFormProps, 'slug' | 'giving' | 'first'>,
) {
  const [amount, setAmount] = useState(amountIn(first?.typed ?? {}))
  const [way, setWay] = useState(wayIn(first?.typed ?? {}) ?? otherWay(giving))
  const [by, setBy] = useState(byIn(first?.typed) ?? giving.by)
  const [hasExtras, setHasExtras] = useState(false)
  const [key, setKey] = useState(first?.typed?.key ?? giving.key)
  const draft = useDraft(giftName(slug))
  const { kept } = draft
  const isRestored = useRef(false)
  useEffect(() => {
    // Values chosen or typed before the script was there.
    const now = form.current && Object.fromEntries(new FormData(form.current))
    if (!now || isRestored.current) return
    setAmount((known) => known || amountIn(now))
    setWay((known) => wayIn(now) ?? known)
  }, [form])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it was found
  useLayoutEffect(() => {
    if (!kept || first || !putBack(form.current, kept)) return
    isRestored.current = true
    setAmount(amountIn(kept))
    setWay((known) => wayIn(kept) ?? known)
    // A person who asks for the provider's page by its address gets it, whatever was typed before.
    if (byIn(kept) === 'page') setBy('page')
    setHasExtras(Boolean(kept.message || kept.anonymous || (kept.name && kept.name !== giving.giver?.name)))
    if (kept.key) setKey(kept.key)
  }, [kept])
  const keep = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    const { name, value } = target as HTMLInputElement
    // A press on a suggested amount is not rendered into the form yet.
    draft.keep(currentTarget, name === 'suggested' ? { amount: value === 'other' ? '' : value } : undefined)
  }
  return { amount, setAmount, by, setBy, way, setWay, hasExtras, key, keep }
}

function amountIn({ amount, suggested }: Record<string, unknown>): string {
  const text = String(amount || (suggested === 'other' ? '' : suggested) || '')
  return /[a-z/]/i.test(text) ? text : (grouped(text) ?? text)
}

/** Returns the preselected way. A person who leaves the form for phones wants to pay otherwise than by M-Pesa. */
const otherWay = ({ ways, byPhone }: Pick<Giving, 'ways' | 'byPhone'>): PaymentWay | undefined =>
  (byPhone ? ways.find((one) => one !== 'mobile_money') : undefined) ?? ways[0]

const wayIn = ({ way }: Record<string, unknown>): PaymentWay | undefined =>
  (['mobile_money', 'card', 'bank_transfer'] as const).find((one) => one === way)

/** Tells which of the two forms was filled in. */
const byIn = ({ way }: Record<string, unknown> = {}): Giving['by'] | undefined =>
  way === 'mpesa' ? 'phone' : wayIn({ way }) && 'page'

/** Puts kept values back into an untouched form; returns whether it did. */
function putBack(form: HTMLFormElement | null, kept: Record<string, string>): boolean {
  const field = (name: string) => form?.elements.namedItem(name) as HTMLInputElement | null
  if (['amount', 'message'].some((name) => field(name)?.value !== '')) return false
  for (const name of ['name', 'email', 'phone', 'message']) {
    const one = field(name)
    if (one) one.value = kept[name] ?? ''
  }
  for (const name of ['anonymous', 'follow']) field(name)!.checked = kept[name] === 'on'
  return true
}

/** Shows our toast for empty fields, as the browser finds them before anything is sent. Once, however many are empty. */
function useLeftOut() {
  const { i18n } = useLingui()
  const said = useRef(0)
  return ({ target, timeStamp }: FormEvent) => {
    if (!(target as HTMLInputElement).validity.valueMissing || timeStamp - said.current < 100) return
    said.current = timeStamp
    const { title, text } = givingTexts.incomplete
    toast({ title: i18n._(title), text: i18n._(text), tone: 'bad' })
  }
}

type AmountProps = {
  amount: string
  setAmount: (typed: string) => void
  way: PaymentWay | undefined
  /** The limits of the way to pay. */
  taken: TakenKey
  giving: Giving
  answer?: Answer
}

/** Asks how much: four amounts to choose from, none preselected, or any other; and shows the fee. */
function AmountFields({ amount, setAmount, way, taken, giving, answer }: AmountProps) {
  const { i18n } = useLingui()
  const scripted = useHydrated()
  const field = useRef<HTMLInputElement>(null)
  const wrong = wrongWith(amount, taken, way)
  const words = wrong ? i18n._(wrong) : ''
  const cents = centsIn(amount)
  const chosen = suggested.find((one) => one === cents)
  // The browser says it before anything is sent, as the server would say it.
  useEffect(() => field.current?.setCustomValidity(words), [words])
  const [by, setBy] = useState<'press' | 'other'>()
  const onChoose = (value: string) => {
    setBy(value === 'other' ? 'other' : 'press')
    setAmount(value === 'other' ? '' : amountText(Number(value) * 100))
    if (value === 'other') requestAnimationFrame(() => field.current?.focus())
  }
  // An amount chosen by a press need not be shown a second time, unless there is something to say about it.
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

/** Returns what is wrong with an amount, if anything was typed. */
function wrongWith(amount: string, taken: TakenKey, way: PaymentWay | undefined) {
  if (!amount.trim()) return undefined
  const cents = isTooMuch(amount) ? centsMax + 1 : centsIn(amount)
  return cents === undefined ? givingTexts.amountShape : misfit(cents, taken, way)
}

function Bounds({ least, whole }: Pick<TakenKey, 'least' | 'whole'>) {
  if (whole) return <Trans>Minimum {moneyText(least)}, whole shillings</Trans>
  return <Trans>Minimum {moneyText(least)}</Trans>
}

/** Says what the organiser gets of it, before anybody is asked to pay. */
function Fee({ cents, giving }: { cents: number | undefined; giving: Giving }) {
  const percent = giving.feeBps / 100
  if (giving.feeBps === 0) return <Trans>No fee: all of it goes to the organiser.</Trans>
  if (!cents) return <Trans>We take {percent}% when the organiser withdraws.</Trans>
  const { fee, net } = sharesOfGift(cents, giving)
  return (
    <Trans>
      The organiser gets {moneyText(net)}. We take {percent}% ({moneyText(fee)}) when they withdraw.
    </Trans>
  )
}
