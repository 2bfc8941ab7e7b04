import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { PrintBar } from '#app/ui/print-bar.tsx'
import { useCount } from '#app/ui/use-count.ts'
import { WovenPattern } from '#app/ui/woven.tsx'
import type { Channel } from './donation.ts'
import type { Receipt } from './receipt.ts'
import '#app/ui/paper.css'
import './receipt.css'

const channelWords: Record<Channel, Words> = {
  mobile: msg`Mobile money`,
  online: msg`Card or bank`,
  other: msg({ message: 'Other', context: 'way of paying' }),
}

type ReceiptSheetProps = { receipt: Receipt; title: string; language: Language; supportUrl: string }

/** A gift on paper: what, for whom, when and how, and what became of it. */
export function ReceiptSheet({ receipt, title, language, supportUrl }: ReceiptSheetProps) {
  const { t } = useLingui()
  return (
    <main id="main" tabIndex={-1} className="paper receipt-page">
      <div className="no-print paper-bar">
        <PrintBar to={`/fundraiser/${receipt.slug}`} back={<Trans>Back to the fundraiser</Trans>} />
      </div>
      <article className="paper-sheet receipt-sheet" aria-label={t`Receipt`}>
        <WovenPattern slug={receipt.slug} kind="band" scale={0.5} className="receipt-band" />
        <div className="receipt-head">
          <h1 className="text-2xl">
            <Trans>Donation receipt</Trans>
          </h1>
          <p className="receipt-quiet figures">{receipt.number}</p>
        </div>
        <p className="receipt-amount">{moneyText(receipt.amount)}</p>
        <GoneBack receipt={receipt} />
        <Facts receipt={receipt} title={title} language={language} />
        <Foot receipt={receipt} supportUrl={supportUrl} />
      </article>
    </main>
  )
}

function GoneBack({ receipt: { amount, reversed } }: { receipt: Receipt }) {
  if (reversed === 0) return null
  return (
    <p className="receipt-stamp">
      {reversed === amount ? (
        <Trans>Refunded</Trans>
      ) : (
        <Trans>
          Partly refunded: {moneyText(reversed)} refunded, {moneyText(amount - reversed)} remains
        </Trans>
      )}
    </p>
  )
}

function Facts({ receipt, title, language }: Omit<ReceiptSheetProps, 'supportUrl'>) {
  const { i18n } = useLingui()
  const { name, anonymous, at, channel, reference } = receipt
  const facts: { key: string; head: ReactNode; value: ReactNode }[] = [
    { key: 'for', head: <Trans>Fundraiser</Trans>, value: <span dir="auto">{title}</span> },
    {
      key: 'from',
      head: <Trans>Given by</Trans>,
      value: (
        <>
          {name ? <span dir="auto">{name}</span> : !anonymous && <Trans>No name given</Trans>}
          {anonymous && (
            <span className="receipt-quiet block font-normal">
              <Trans>Given anonymously: the fundraiser’s pages don’t show the name.</Trans>
            </span>
          )}
        </>
      ),
    },
    { key: 'at', head: <Trans>Date</Trans>, value: momentIn(language, at) },
    { key: 'by', head: <Trans>Paid by</Trans>, value: i18n._(channelWords[channel]) },
    { key: 'reference', head: <Trans>Reference</Trans>, value: <span className="receipt-reference">{reference}</span> },
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

function Foot({ receipt: { amount, fee, feeBps }, supportUrl }: { receipt: Receipt; supportUrl: string }) {
  const count = useCount()
  const percent = count(feeBps / 100)
  const [kept, rest] = [moneyText(fee), moneyText(amount - fee)]
  const address = supportUrl.replace(/^mailto:|^https?:\/\//, '')
  return (
    <div className="receipt-foot receipt-quiet">
      <p>
        {fee > 0 ? (
          <Trans>
            Harambee’s fee is {kept} ({percent}%); {rest} is for the fundraiser.
          </Trans>
        ) : (
          <Trans>The whole gift is for the fundraiser.</Trans>
        )}
      </p>
      <p className="mt-2">
        <Trans>
          Harambee. Unity is power. Questions? <a href={supportUrl}>{address}</a>
        </Trans>
      </p>
    </div>
  )
}
