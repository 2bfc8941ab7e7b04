import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { centsIn } from '#app/kit/amount.ts'
import { moneyText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { giftName, keepCheckout } from '#app/money/donations/typed-gift.ts'
import { ClaimLink } from '#app/money/mpesa/claim-link.tsx'
import { payPath } from '#app/money/mpesa/prompt.ts'
import { Button } from '#app/ui/button.tsx'
import { useDraft } from '#app/ui/draft.ts'
import { grouped } from '#app/ui/grouping.ts'
import { Refused } from '#app/ui/refused.tsx'
import { toast } from '#app/ui/toast.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import { AmountFields } from './give-amount.tsx'
import { Email, Extras, FromMenu, Phone, Ways, WhoSeesIt, WhoSeesPhone } from './give-fields.tsx'
import { type Giving, givingTexts, resultPath, type Way } from './giving.ts'
import { useLeaving } from './use-leaving.ts'

type GiveFormProps = {
  slug: string
  giving: Giving
  /** What the deed answered to a browser without a script. */
  first?: Answer
}

/**
 * Gives to a drive: how much, and by which phone; or by the page of the payment provider, which asks for more. The answer
 * leads on to where it is paid.
 */
export function GiveForm({ slug, giving, first }: GiveFormProps) {
  const { t } = useLingui()
  const form = useRef<HTMLFormElement>(null)
  const { Form, busy, answer = first } = useDeed()
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
      className="grid gap-5"
    >
      <input type="hidden" name="key" value={key} />
      <AmountFields {...{ amount, setAmount, giving, answer }} way={phone ? undefined : way} taken={phone ?? giving} />
      {/* Both stay, so that what was typed in one is there again after a look at the other. */}
      {giving.byPhone && (
        <fieldset hidden={!phone} disabled={!phone}>
          <input type="hidden" name="way" value="mpesa" />
          <Phone known={giving.known} answer={answer} />
        </fieldset>
      )}
      <fieldset hidden={phone !== null} disabled={phone !== null} className="grid gap-5">
        <Ways ways={giving.ways} way={way} onChoose={setWay} />
        <Email giver={giving.giver} known={giving.known} answer={answer} />
      </fieldset>
      <div className="grid gap-3">
        <Extras giver={giving.giver} answer={answer} open={hasExtras} />
        {phone ? <WhoSeesPhone /> : <WhoSeesIt />}
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
 * What is typed, kept in this tab until it is closed: the person who cancels at the provider, or comes back, finds it again. Its
 * key is kept along, so that the same gift sent again leads to the payment that was begun.
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
    // Chosen or typed before the script was there.
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
    // Who asks for the provider's page by its address gets it, whatever was typed before.
    if (byIn(kept) === 'page') setBy('page')
    setHasExtras(Boolean(kept.message || kept.anonymous || (kept.name && kept.name !== giving.giver?.name)))
    if (kept.key) setKey(kept.key)
  }, [kept])
  const keep = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    const { name, value } = target as HTMLInputElement
    // What a press on a suggested amount puts into the form is not drawn yet.
    draft.keep(currentTarget, name === 'suggested' ? { amount: value === 'other' ? '' : value } : undefined)
  }
  return { amount, setAmount, by, setBy, way, setWay, hasExtras, key, keep }
}

function amountIn({ amount, suggested }: Record<string, unknown>): string {
  const text = String(amount || (suggested === 'other' ? '' : suggested) || '')
  return /[a-z/]/i.test(text) ? text : (grouped(text) ?? text)
}

/** Who leaves the form for phones wants to pay otherwise. */
const otherWay = ({ ways, byPhone }: Pick<Giving, 'ways' | 'byPhone'>): Way | undefined =>
  (byPhone ? ways.find((one) => one !== 'mobile_money') : undefined) ?? ways[0]

const wayIn = ({ way }: Record<string, unknown>): Way | undefined =>
  (['mobile_money', 'card', 'bank_transfer'] as const).find((one) => one === way)

/** Which of the two forms was filled in. */
const byIn = ({ way }: Record<string, unknown> = {}): Giving['by'] | undefined =>
  way === 'mpesa' ? 'phone' : wayIn({ way }) && 'page'

/** Puts what was typed back into a form that is as it came; says whether it did. */
function putBack(form: HTMLFormElement | null, kept: Record<string, string>): boolean {
  const field = (name: string) => form?.elements.namedItem(name) as HTMLInputElement | null
  if (['amount', 'message'].some((name) => field(name)?.value !== '')) return false
  for (const name of ['name', 'email', 'phone', 'message']) {
    const one = field(name)
    if (one) one.value = kept[name] ?? ''
  }
  field('anonymous')!.checked = kept.anonymous === 'on'
  return true
}

/** The browser finds empty fields before anything is sent: then the toast is ours to say. Once, however many are empty. */
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
