import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { CircleX } from 'lucide-react'
import type { Words } from '#app/kit/says.ts'
import { LinkButton } from '#app/ui/button.tsx'
import type { ResultWhy } from './result.ts'
import { ResultCard } from './result-card.tsx'

const reasons: Record<ResultWhy, Words> = {
  declined: msg`Your bank or mobile money provider declined the payment. Another card or number may work.`,
  cancelled: msg`The payment was cancelled before it was finished. No money has left your account.`,
  insufficient: msg`There was not enough money in the account for this amount.`,
  unanswered: msg`The request on your phone was not answered in time. Keep it unlocked and try again.`,
  pin: msg`The PIN was not right. Please try again.`,
  unfinished: msg`The payment was not finished in time. If money has left your account, it will still be counted.`,
}

type FailedProps = {
  why: ResultWhy | null
  slug: string
  again: string | null
  supportUrl: string
  reference: string | null
}

/** Says that a payment failed, or that there is none. */
export function Failed({ why, slug, again, supportUrl, reference }: FailedProps) {
  const { i18n } = useLingui()
  return (
    <ResultCard
      tone="bad"
      slug={slug}
      icon={<CircleX aria-hidden="true" className="size-9" />}
      heading={<Trans>Payment Failed</Trans>}
      text={<Trans>There was an issue processing your payment. Please try again or contact support.</Trans>}
    >
      {why && <p className="mt-4 max-w-[48ch] font-medium">{i18n._(reasons[why])}</p>}
      <div className="mt-7 flex w-full flex-col gap-3 sm:flex-row sm:justify-center">
        {again && (
          <LinkButton to={again} size="large">
            <Trans>Try again</Trans>
          </LinkButton>
        )}
        <LinkButton to="/" size="large" variant={again ? 'secondary' : 'primary'}>
          <Trans>Return to Home</Trans>
        </LinkButton>
      </div>
      <Help supportUrl={supportUrl} reference={reference} />
    </ResultCard>
  )
}

/** Shows whom to ask, and what to name. */
export function Help({ supportUrl, reference }: { supportUrl: string; reference: string | null }) {
  return (
    <p className="mt-6 text-muted text-sm">
      <a href={supportUrl} rel="noopener noreferrer" className="inline-flex min-h-11 items-center text-link">
        <Trans>Contact support</Trans>
      </a>
      {reference && (
        <span className="block break-all">
          <Trans>Your payment’s reference: {reference}</Trans>
        </span>
      )}
    </p>
  )
}
