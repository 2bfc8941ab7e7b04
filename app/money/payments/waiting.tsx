import { Trans, useLingui } from '@lingui/react/macro'
import { Hourglass, MailCheck, Smartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { PaidWords } from '#app/base/ledger/paid-for.ts'
import { moneyText } from '#app/kit/money.ts'
import { checkoutOf } from '#app/money/donations/typed-gift.ts'
import { buttonClass } from '#app/ui/button.tsx'
import type { PaidForKind } from './paid-for.server.ts'
import { wordsOfPaidFor } from './result.ts'
import { ResultCard } from './result-card.tsx'
import type { PaymentAsking } from './use-asking.ts'

type WaitingProps = {
  about: { kind: PaidForKind; amount: number }
  title: string | null
  slug: string
  /** The address of this page. */
  here: string
  /** The page where it is paid once more. */
  again: string | null
  asking: PaymentAsking
}

/** Says that the money is not in yet: what it is for, what to do meanwhile, and that nothing is lost by leaving. */
export function PaymentWaiting({
  about: { kind, amount },
  title,
  slug,
  here,
  again,
  asking: { late, until },
}: WaitingProps) {
  const { i18n } = useLingui()
  const words = wordsOfPaidFor(kind)
  return (
    <div role="status">
      <ResultCard
        tone="open"
        slug={slug}
        icon={<Hourglass aria-hidden="true" className="size-8" />}
        heading={<Trans>Verifying Payment</Trans>}
        text={i18n._(words.confirming)}
      >
        <p className="mt-3 font-semibold wrap-anywhere" dir="auto">
          <span className="figures">{moneyText(amount)}</span>
          {title && ` · ${title}`}
        </p>
        {until !== undefined && !late && <TimeLeft until={until} />}
        <ul className="mt-6 grid gap-4 text-left">
          <li className="flex gap-3">
            <Smartphone aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-brand" />
            <Trans>
              Paying by M-Pesa? Look at your phone and enter your PIN in the prompt. You have three minutes.
            </Trans>
          </li>
          <li className="flex gap-3">
            <MailCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-brand" />
            {i18n._(words.leaving)}
          </li>
        </ul>
        {late && (
          <p className="mt-6 text-left">
            <Trans>This is taking longer than usual. Nothing is lost: a payment that arrives later still counts.</Trans>
          </p>
        )}
        {/* A plain link: it asks again without a script, or once the page has stopped asking. */}
        <a
          href={here}
          className={`${late ? '' : 'without-script '}mt-6 no-underline ${buttonClass({ variant: 'secondary' })}`}
        >
          <Trans>Check again</Trans>
        </a>
        <Ways slug={slug} again={again} words={words} />
        <noscript>
          <meta httpEquiv="refresh" content="5" />
        </noscript>
      </ResultCard>
    </div>
  )
}

type WaysProps = { slug: string; again: string | null; words: PaidWords<object> }

/** Offers other ways if no request came, or the payer has changed their mind. */
function Ways({ slug, again, words }: WaysProps) {
  const { t, i18n } = useLingui()
  // Only the browser that came from the provider's page of this payment knows its address.
  const [checkout, setCheckout] = useState<string>()
  useEffect(() => setCheckout(checkoutOf(slug)), [slug])
  return (
    <div className="mt-6 grid w-full gap-3 border-line border-t pt-5">
      {again && (
        <>
          <p className="text-muted text-sm">
            <Trans>No request on your phone? Go back to pay and send it again. You pay only once.</Trans>
          </p>
          <a href={checkout ?? again} className={`no-underline ${buttonClass({ variant: 'secondary', wide: true })}`}>
            {t`Send it again`}
          </a>
        </>
      )}
      <a href={words.cancelTo(slug)} className="inline-flex min-h-11 items-center justify-center text-link">
        {i18n._(words.cancel)}
      </a>
    </div>
  )
}

/** Shows how long the page goes on asking, in minutes and seconds. Read when a person looks at it, never said aloud. */
function TimeLeft({ until }: { until: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((until - now) / 1000))
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <p role="timer" aria-live="off" className="figures mt-4 font-semibold">
      <Trans>We keep checking for {left}</Trans>
    </p>
  )
}
