import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert, CircleHelp, Clock, Smartphone } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { moneyText } from '#app/kit/money.ts'
import { ResultCard } from '#app/money/payments/result-card.tsx'
import type { PaymentAsking } from '#app/money/payments/use-asking.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Instead } from './claim.server.ts'
import type { OnPhone } from './pay.server.ts'
import { PayInstead } from './pay-instead.tsx'
import { type EndTone, endWords, isEnded, notKnown, payPath, promptsUnderWay, wasSent } from './prompt.ts'

export type PayProps = {
  reference: string
  amount: number
  slug: string
  title: string | null
  /** The page of the pledge that it was begun for: the giver chooses another way to pay there. */
  pledge: string | null
  phone: OnPhone
  /** The way to pay by hand; null if there is none. */
  instead: Instead | null
  asking: PaymentAsking
  /** The pretend phone, if everything is pretended. */
  pretendPhone: string | null
}

const icon = { 'aria-hidden': true, className: 'size-9' } as const

/** Shows the giver by phone what happens now, for how long, and what they can do. True at every moment. */
export function PayPage({ reference, amount, slug, title, pledge, phone, instead, asking, pretendPhone }: PayProps) {
  const { state, isTold, left, again } = phone
  const isTooMuch = state === 'over_limit'
  const give = `/fundraiser/${slug}/donate`
  const now = useSecond()
  const since = useSince(phone)
  const [secondsLeft, secondsToAgain] = [left, again ?? 0].map((at) =>
    Math.max(0, Math.ceil(at - Math.max(0, now - since) / 1000)),
  )
  return (
    <div role="status">
      <ResultCard slug={slug} {...facesOf(phone)}>
        <p className="mt-3 font-semibold wrap-anywhere" dir="auto">
          <span className="figures">{moneyText(amount)}</span>
          {title && ` · ${title}`}
        </p>
        <p className="mt-1 text-muted">
          {wasSent(state) ? (
            <Trans>
              Sent to <span className="figures whitespace-nowrap">{phone.shown}</span>
            </Trans>
          ) : (
            <span className="figures whitespace-nowrap">{phone.shown}</span>
          )}
        </p>
        {(state === 'open' || state === 'created') && !isTold && <TimeLeft seconds={secondsLeft!} />}
        {(state === 'unknown' || isTold) && asking.late && (
          <p className="mt-5">
            <Trans>You may close this page. When the money arrives, it counts, and this page says so.</Trans>
          </p>
        )}
        {pretendPhone && (
          <a
            href={pretendPhone}
            target="_blank"
            rel="noopener"
            className="mt-5 inline-flex min-h-11 items-center text-link"
          >
            <Trans>Sandbox: open the pretend phone</Trans>
          </a>
        )}
        <div className="mt-6 grid w-full gap-3 border-line border-t pt-5">
          {isTooMuch && <OtherAmount to={pledge ?? give} isNext />}
          {again !== null && (
            <SendAgain
              reference={reference}
              wait={secondsToAgain!}
              isCounted={secondsLeft === 0}
              isNext={isEnded(state) && !isTooMuch}
            />
          )}
          {state === 'short' && <OtherAmount to={pledge ?? give} />}
          {instead && <PayInstead {...{ reference, amount, instead }} />}
          {!isTold && !phone.isUnsure && (
            <a
              href={pledge ? `${pledge}?by=page&amount=${amount / 100}` : `${give}?by=page`}
              className={`no-underline ${buttonClass({ variant: 'secondary', wide: true })}`}
            >
              <Trans>Card or bank</Trans>
            </a>
          )}
          <a href={`/fundraiser/${slug}`} className="inline-flex min-h-11 items-center justify-center text-link">
            <Trans>Back to the fundraiser</Trans>
          </a>
        </div>
        <noscript>
          <meta httpEquiv="refresh" content="5" />
        </noscript>
      </ResultCard>
    </div>
  )
}

type Faces = { tone: EndTone | 'open'; icon: ReactNode; heading: ReactNode; text: ReactNode }

function facesOf({ state, isTold, isUnsure }: OnPhone): Faces {
  if (isTold)
    return {
      tone: 'open',
      icon: <Clock {...icon} />,
      heading: <Trans>We are looking for your payment</Trans>,
      text: <Said words={promptsUnderWay} />,
    }
  if (isUnsure)
    return {
      tone: 'open',
      icon: <Clock {...icon} />,
      heading: <Trans>Your phone did not answer. We don’t know yet whether anything was taken.</Trans>,
      text: <Said words={notKnown} />,
    }
  if (isEnded(state)) return endFaces(state)
  if (state === 'unknown')
    return {
      tone: 'open',
      icon: <CircleHelp {...icon} />,
      heading: <Trans>We don’t know yet</Trans>,
      text: <Said words={notKnown} />,
    }
  return {
    tone: 'open',
    icon: <Smartphone {...icon} />,
    heading: <Trans>Waiting for your PIN</Trans>,
    text: <Trans>Check your phone and enter your M-Pesa PIN. We never ask for it here.</Trans>,
  }
}

const endFaces = (state: keyof typeof endWords): Faces => ({
  tone: endWords[state].tone,
  icon: endWords[state].tone === 'calm' ? <Clock {...icon} /> : <CircleAlert {...icon} />,
  heading: <Said words={endWords[state].title} />,
  text: <Said words={endWords[state].text} />,
})

/** Shows words without a line break in M-Pesa's name. */
function Said({ words }: { words: (typeof endWords)['cancelled']['title'] }) {
  const { i18n } = useLingui()
  const [first, ...rest] = i18n._(words).split('M-Pesa')
  return (
    <>
      {first}
      {rest.map((text) => (
        <Fragment key={text}>
          <span className="whitespace-nowrap">M-Pesa</span>
          {text}
        </Fragment>
      ))}
    </>
  )
}

/** Shows the time left, for people who look at it; a screen reader never says it. */
function TimeLeft({ seconds }: { seconds: number }) {
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <p role="timer" aria-live="off" className="figures mt-4 font-semibold">
      {seconds > 0 ? <Trans>You have {left} to answer</Trans> : <Trans>Asking M-Pesa what became of it…</Trans>}
    </p>
  )
}

const OtherAmount = ({ to, isNext = false }: { to: string; isNext?: boolean }) => (
  <a href={to} className={`no-underline ${buttonClass({ variant: isNext ? 'primary' : 'secondary', wide: true })}`}>
    <Trans>Give another amount</Trans>
  </a>
)

type AgainProps = {
  reference: string
  wait: number
  /** True if the seconds are shown. One clock at a time: while the phone can be answered, its clock is shown. */
  isCounted: boolean
  isNext: boolean
}

function SendAgain({ reference, wait, isCounted, isNext }: AgainProps) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  return (
    <Form method="post" action={`${payPath(reference)}/again`} className="grid gap-2">
      <Refused answer={answer} />
      <Button
        busy={busy}
        busyText={t`Sending…`}
        variant={isNext ? 'primary' : 'secondary'}
        size="large"
        wide
        disabled={wait > 0}
      >
        <Trans>Send it again</Trans>
      </Button>
      {wait > 0 && isCounted && (
        <p aria-live="off" className="figures text-muted text-sm">
          <Plural value={wait} one="You can send it again in # second." other="You can send it again in # seconds." />
        </p>
      )}
    </Form>
  )
}

/** Returns the browser's clock, once a second. */
function useSecond(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Returns when these figures came, by the browser's clock: the server's seconds are counted from there. */
function useSince(phone: OnPhone): number {
  const [seen, setSeen] = useState(() => ({ phone, at: Date.now() }))
  if (seen.phone !== phone) setSeen({ phone, at: Date.now() })
  return seen.at
}
