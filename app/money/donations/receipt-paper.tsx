import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { moneyText } from '#app/kit/money.ts'
import { PrintBar } from '#app/ui/print-bar.tsx'
import { WovenPattern } from '#app/ui/woven.tsx'
import '#app/ui/paper.css'
import './receipt.css'

type ReceiptPaperProps = { slug: string; heading: ReactNode; number?: string; amount: number; children: ReactNode }

/** Shows a gift on a sheet of paper, whichever way it came: its cloth, what it is, and how much. */
export function ReceiptPaper({ slug, heading, number, amount, children }: ReceiptPaperProps) {
  const { t } = useLingui()
  return (
    <main id="main" tabIndex={-1} className="paper receipt-page">
      <div className="no-print paper-bar">
        <PrintBar to={`/fundraiser/${slug}`} back={<Trans>Back to the fundraiser</Trans>} />
      </div>
      <article className="paper-sheet receipt-sheet" aria-label={t`Receipt`}>
        <WovenPattern slug={slug} kind="band" scale={0.5} className="receipt-band" />
        <div className="receipt-head">
          <h1 className="text-2xl">{heading}</h1>
          {number && <p className="receipt-quiet figures">{number}</p>}
        </div>
        <p className="receipt-amount">{moneyText(amount)}</p>
        {children}
      </article>
    </main>
  )
}

type Fact = { key: string; head: ReactNode; value: ReactNode }
type GiftFactsProps = { title: string; name: string | null; anonymous: boolean; more: Fact[] }

/** Lists what the gift was for, who gave it, and what else is known of it. */
export function GiftFacts({ title, name, anonymous, more }: GiftFactsProps) {
  // A receipt without a name has no line for it.
  const from = {
    key: 'from',
    head: <Trans>Given by</Trans>,
    value: (
      <>
        {name && <span dir="auto">{name}</span>}
        {anonymous && (
          <span className="receipt-quiet block font-normal">
            <Trans>Given anonymously: the fundraiser’s pages don’t show the name.</Trans>
          </span>
        )}
      </>
    ),
  }
  const facts: Fact[] = [
    { key: 'for', head: <Trans>Fundraiser</Trans>, value: <span dir="auto">{title}</span> },
    ...(name || anonymous ? [from] : []),
    ...more,
  ]
  return (
    <dl className="receipt-facts">
      {facts.map(({ key, head, value }) => (
        <div key={key}>
          <dt className="receipt-quiet">{head}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
