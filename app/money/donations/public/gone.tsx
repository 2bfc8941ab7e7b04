import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Undo2 } from 'lucide-react'
import { moneyText } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'
import { goneBackWords } from '#app/money/donations/gone-back.ts'
import type { PaidResult, Result } from '#app/money/payments/result.ts'
import { ResultCard } from '#app/money/payments/result-card.tsx'
import { Links } from './links.tsx'

/** Returns the page's title. For a gift that went back wholly it must not say that the payment arrived. */
export function paidTitle(result: Result): Words {
  const isGone = result.is === 'paid' && result.kind === 'donation' && result.reversed === result.amount
  return isGone ? goneBackWords(result) : msg`Payment Successful!`
}

/** Shows a gift that went back wholly: no thanks, and no link to giving. */
export function Gone({ result: gift, slug }: { result: PaidResult<'donation'>; slug: string }) {
  const { i18n } = useLingui()
  const { amount, drive, receipt } = gift
  const title = drive?.title
  return (
    <ResultCard
      tone="warn"
      slug={slug}
      icon={<Undo2 aria-hidden="true" className="size-9" />}
      heading={i18n._(goneBackWords(gift))}
      text={
        <Trans>
          All of your {moneyText(amount)} was returned to you. Nothing of it is with the fundraiser any more.
        </Trans>
      }
    >
      {title && (
        <p dir="auto" className="mt-1 font-semibold">
          {title}
        </p>
      )}
      <Links receipt={receipt} slug={drive?.slug} />
    </ResultCard>
  )
}
