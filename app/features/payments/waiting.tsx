import { Trans } from '@lingui/react/macro'
import { Hourglass, MailCheck, Smartphone } from 'lucide-react'
import { buttonClass } from '#app/ui/button.tsx'
import { ResultCard } from './result-card.tsx'

type WaitingProps = { kind: 'donation' | 'subscription'; slug: string; here: string; late: boolean }

/** The money is not in yet: what to do meanwhile, and that nothing is lost by leaving. */
export function Waiting({ kind, slug, here, late }: WaitingProps) {
  const isGift = kind === 'donation'
  return (
    <div role="status">
      <ResultCard
        tone="open"
        slug={slug}
        icon={<Hourglass aria-hidden="true" className="size-8" />}
        heading={<Trans>Verifying Payment</Trans>}
        text={
          isGift ? (
            <Trans>Please wait while we confirm your donation...</Trans>
          ) : (
            <Trans>Please wait while we confirm your payment...</Trans>
          )
        }
      >
        <ul className="mt-6 grid gap-4 text-left">
          <li className="flex gap-3">
            <Smartphone aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-brand" />
            <Trans>
              Paying by M-Pesa? Look at your phone and enter your PIN in the prompt. You have three minutes.
            </Trans>
          </li>
          <li className="flex gap-3">
            <MailCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-brand" />
            {isGift ? (
              <Trans>You may close this page. As soon as the money is in, a receipt comes to you by mail.</Trans>
            ) : (
              <Trans>
                You may close this page. The views are added as soon as the money is in, and a mail says so.
              </Trans>
            )}
          </li>
        </ul>
        {late && (
          <p className="mt-6 text-left">
            <Trans>This takes longer than usual. Nothing is lost: a payment that comes in later still counts.</Trans>
          </p>
        )}
        {/* A plain link: without a script it is how to ask again, and with one it is when the page has stopped asking. */}
        <a
          href={here}
          className={`${late ? '' : 'without-script '}mt-6 no-underline ${buttonClass({ variant: 'secondary' })}`}
        >
          <Trans>Check again</Trans>
        </a>
        <noscript>
          <meta httpEquiv="refresh" content="5" />
        </noscript>
      </ResultCard>
    </div>
  )
}
