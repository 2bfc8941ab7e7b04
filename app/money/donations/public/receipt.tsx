import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { data } from 'react-router'
import { brand } from '#app/kit/brand.ts'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'
import { dayIn, momentIn, noonOf } from '#app/kit/time.ts'
import type { GiftChannel } from '#app/money/donations/channel.ts'
import { receiptOf } from '#app/money/donations/donations.server.ts'
import { goneBackWords } from '#app/money/donations/gift-words.ts'
import type { Receipt } from '#app/money/donations/receipt.ts'
import { GiftFacts, ReceiptPaper } from '#app/money/donations/receipt-paper.tsx'
import { backOf } from '#app/money/refunds/ask-back.server.ts'
import { type BackGift, backTexts } from '#app/money/refunds/refund.ts'
import { db } from '#app/platform/db.server.ts'
import { wordsContext } from '#app/platform/request.server.ts'
import { NotFound } from '#app/site/not-found.tsx'
import { useVisitor } from '#app/site/use-visitor.ts'
import { Typed } from '#app/ui/typed.tsx'
import { useCount } from '#app/ui/use-count.ts'
import type { Route } from './+types/receipt.ts'

/** Headers of the page. Anyone who has its address may read it, so no cache keeps it and no referrer names it. */
const kept = { 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }

export async function loader({ params, context }: Route.LoaderArgs) {
  const [receipt = null, back = null] = await Promise.all([receiptOf(db, params.receipt), backOf(db, params.receipt)])
  // Spoken here: the words that few need would travel to all visitors.
  const words = context.get(wordsContext)
  const sentence =
    back?.is === 'on its way'
      ? words._(backTexts.onItsWay(moneyText(back.amount)))
      : back?.is === 'office'
        ? words._(backTexts.atOffice)
        : null
  return data({ receipt, back: back && { ...back, sentence } }, { status: receipt ? 200 : 404, headers: kept })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export default function ReceiptPage({ loaderData: { receipt, back } }: Route.ComponentProps) {
  const { t } = useLingui()
  const { language, supportUrl } = useVisitor()
  if (!receipt) return <NotFound />
  return (
    <>
      <title>{`${t`Receipt`} ${receipt.number} · ${brand()}`}</title>
      <meta name="robots" content="noindex" />
      <ReceiptSheet receipt={receipt} title={receipt.title} language={language} supportUrl={supportUrl}>
        {back && <WayBack gift={back} language={language} />}
      </ReceiptSheet>
    </>
  )
}

const channelWords: Record<GiftChannel, Words> = {
  mobile: msg`M-Pesa`,
  online: msg`Card or bank`,
  other: msg({ message: 'Other', context: 'way of paying' }),
}

type ReceiptSheetProps = { receipt: Receipt; title: string; language: Language; supportUrl: string }
type SheetProps = ReceiptSheetProps & { children?: ReactNode }

/** Shows a gift on paper: what, for whom, when and how, and what became of it. */
export function ReceiptSheet({ receipt, title, language, supportUrl, children }: SheetProps) {
  const { slug, number, amount } = receipt
  return (
    <ReceiptPaper {...{ slug, number, amount }} heading={<Trans>Donation receipt</Trans>}>
      <GoneBack receipt={receipt} />
      <Facts receipt={receipt} title={title} language={language} />
      {children}
      <Foot receipt={receipt} supportUrl={supportUrl} />
    </ReceiptPaper>
  )
}

type WayBackProps = { gift: BackGift & { sentence: string | null }; language: Language }

/** Says until when a gift can be asked back, and leads there; or how far it is on its way. */
function WayBack({ gift: { receipt, title, amount, until, is, sentence }, language }: WayBackProps) {
  if (is === 'back' || is === 'over') return null
  const sum = moneyText(amount)
  const day = dayIn(language, noonOf(until))
  return (
    <div className="receipt-back no-print">
      <p>
        {sentence ?? (
          <Trans>
            Until {day}, <Typed text={title} /> can send your gift back while it still holds it.
          </Trans>
        )}
      </p>
      {sentence === null && (
        <a href={`/receipt/${receipt}/back`} className="inline-flex min-h-11 items-center underline">
          <Trans>Ask for {sum} back</Trans>
        </a>
      )}
    </div>
  )
}

function GoneBack({ receipt }: { receipt: Receipt }) {
  const { i18n } = useLingui()
  const { amount, reversed } = receipt
  if (reversed === 0) return null
  const words = i18n._(goneBackWords(receipt))
  return (
    <p className="receipt-stamp">
      {words}
      {reversed < amount && (
        <>
          {': '}
          <Trans>
            {moneyText(reversed)} was returned, {moneyText(amount - reversed)} remains
          </Trans>
        </>
      )}
    </p>
  )
}

function Facts({ receipt, title, language }: Omit<ReceiptSheetProps, 'supportUrl'>) {
  const { i18n } = useLingui()
  const { slug, name, anonymous, at, channel, code, organiser, number, ref, book } = receipt
  const more = [
    ...(organiser
      ? [{ key: 'organiser', head: <Trans>Organiser</Trans>, value: <span dir="auto">{organiser}</span> }]
      : []),
    { key: 'at', head: <Trans>Date</Trans>, value: momentIn(language, at) },
    { key: 'by', head: <Trans>Paid by</Trans>, value: i18n._(channelWords[channel]) },
    ...(code
      ? [{ key: 'code', head: <Trans>M-Pesa code</Trans>, value: <span className="figures">{code}</span> }]
      : []),
    { key: 'reference', head: <Trans>Reference</Trans>, value: <span className="figures">{number}</span> },
    {
      key: 'ref',
      head: <Trans>Code in the public book</Trans>,
      value: (
        <a href={`/fundraiser/${slug}/book?code=${ref}`} className="figures">
          {ref}
        </a>
      ),
    },
    ...(book
      ? [
          {
            key: 'book',
            head: <Trans>The book up to {dayIn(language, noonOf(book.day))}</Trans>,
            value: <span className="figures">{book.fingerprint}</span>,
          },
        ]
      : []),
  ]
  return <GiftFacts {...{ title, name, anonymous, more }} />
}

/** Explains the shares. Money that went back is never called the fundraiser's. */
function Shares({ receipt: { amount, reversed, fee, feeBps, feeBack } }: { receipt: Receipt }) {
  const count = useCount()
  const percent = count(feeBps / 100)
  const kept = moneyText(fee - feeBack)
  const rest = moneyText(amount - reversed - (fee - feeBack))
  if (reversed === amount) return <Trans>Nothing of this gift is with the fundraiser any more.</Trans>
  if (reversed > 0)
    return (
      <Trans>
        Of what remains {rest} is for the fundraiser, and {kept} is {'{brand}'}’s fee.
      </Trans>
    )
  return fee > 0 ? (
    <Trans>
      {'{brand}'}’s fee is {kept} ({percent}%); {rest} is for the fundraiser.
    </Trans>
  ) : (
    <Trans>The whole gift is for the fundraiser.</Trans>
  )
}

function Foot({ receipt, supportUrl }: { receipt: Receipt; supportUrl: string }) {
  const address = supportUrl.replace(/^mailto:|^https?:\/\//, '')
  return (
    <div className="receipt-foot receipt-quiet">
      <p>
        <Shares receipt={receipt} />
      </p>
      <p className="mt-2">
        <Trans>
          {'{brand}'}. Unity is power. Questions? <a href={supportUrl}>{address}</a>
        </Trans>
      </p>
    </div>
  )
}
