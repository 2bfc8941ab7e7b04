import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { useCount } from '#app/ui/use-count.ts'
import type { Channel } from './channel.ts'
import type { Receipt } from './receipt.ts'
import { GiftFacts, ReceiptPaper } from './receipt-paper.tsx'

const channelWords: Record<Channel, Words> = {
  mobile: msg`Mobile money`,
  online: msg`Card or bank`,
  other: msg({ message: 'Other', context: 'way of paying' }),
}

type ReceiptSheetProps = { receipt: Receipt; title: string; language: Language; supportUrl: string }

/** A gift on paper: what, for whom, when and how, and what became of it. */
export function ReceiptSheet({ receipt, title, language, supportUrl }: ReceiptSheetProps) {
  const { slug, number, amount } = receipt
  return (
    <ReceiptPaper {...{ slug, number, amount }} heading={<Trans>Donation receipt</Trans>}>
      <GoneBack receipt={receipt} />
      <Facts receipt={receipt} title={title} language={language} />
      <Foot receipt={receipt} supportUrl={supportUrl} />
    </ReceiptPaper>
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
  const more = [
    { key: 'at', head: <Trans>Date</Trans>, value: momentIn(language, at) },
    { key: 'by', head: <Trans>Paid by</Trans>, value: i18n._(channelWords[channel]) },
    { key: 'reference', head: <Trans>Reference</Trans>, value: <span className="receipt-reference">{reference}</span> },
  ]
  return <GiftFacts {...{ title, name, anonymous, more }} />
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
