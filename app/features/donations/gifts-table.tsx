import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { momentIn } from '#app/kit/time.ts'
import { Badge } from '#app/ui/badge.tsx'
import { type Column, Table } from '#app/ui/table.tsx'
import { channelWords, type OwnDonation } from './donation.ts'

type GiftsTableProps = {
  gifts: OwnDonation[]
  /** In all, without what went back. */
  raised: number
  /** How many of them the filter finds, and what those come to; undefined where nothing is filtered. */
  found?: { count: number; raised: number } | undefined
  empty: ReactNode
}

/** What came in, newest first, and what it adds up to. */
export function GiftsTable({ gifts, raised, found, empty }: GiftsTableProps) {
  const { t, i18n } = useLingui()
  const columns: Column<OwnDonation>[] = [
    { key: 'donor', head: t`Donor`, cell: (gift) => <Donor gift={gift} />, lead: true },
    { key: 'amount', head: t`Amount`, cell: (gift) => <Amount gift={gift} />, align: 'right' },
    { key: 'channel', head: t`Channel`, cell: ({ channel }) => i18n._(channelWords[channel]) },
    {
      key: 'message',
      head: t`Message`,
      bare: ({ message }) => message === '',
      cell: ({ message }) => <Message text={message} />,
    },
    { key: 'at', head: t`Date`, cell: ({ at }) => momentIn(i18n.locale as Language, at) },
  ]
  return (
    <Table
      caption={t`Donations`}
      rows={gifts}
      rowKey={({ id }) => String(id)}
      keepHead
      columns={columns}
      empty={empty}
      foot={<Totals raised={raised} found={found} />}
    />
  )
}

function Totals({ raised, found }: Pick<GiftsTableProps, 'raised' | 'found'>) {
  return (
    <dl className="grid gap-1">
      {found && (
        <div className={line}>
          <dt className="text-muted">
            <Trans>Raised by what is shown</Trans>
          </dt>
          <dd className="figures font-semibold">{moneyText(found.raised)}</dd>
        </div>
      )}
      <div className={line}>
        <dt className="font-semibold">
          <Trans>Total Raised</Trans>
        </dt>
        <dd className="figures font-bold">{moneyText(raised)}</dd>
      </div>
    </dl>
  )
}

const line = 'flex flex-wrap justify-between gap-x-4'

/** Anonymous is anonymous for the owner, too: neither name nor address ever leaves the database. */
function Donor({ gift: { name, email, anonymous } }: { gift: OwnDonation }) {
  return (
    <>
      <span className="wrap-anywhere block @2xl:min-w-44" dir="auto">
        {name ?? (anonymous || !email ? <Trans>Anonymous</Trans> : <Trans>No name given</Trans>)}
      </span>
      {email && (
        <a
          href={`mailto:${email}`}
          className="wrap-anywhere flex min-h-11 items-center rounded-control font-normal text-brand text-sm hover:underline @2xl:min-h-6"
        >
          {email}
        </a>
      )}
    </>
  )
}

/** What went back is marked, and said; the sum below counts the rest. */
function Amount({ gift: { amount, reversed } }: { gift: OwnDonation }) {
  if (reversed === 0) return moneyText(amount)
  const back = moneyText(reversed)
  return (
    <span className="inline-grid justify-items-end gap-1">
      <span className={reversed === amount ? 'text-muted line-through' : undefined}>{moneyText(amount)}</span>
      <Badge tone={reversed === amount ? 'stop' : 'warn'}>
        {reversed === amount ? <Trans>Refunded</Trans> : <Trans>Partly refunded</Trans>}
      </Badge>
      {reversed < amount && (
        <span className="text-muted text-sm">
          <Trans>{back} refunded</Trans>
        </span>
      )}
    </span>
  )
}

const longMessage = 160

function Message({ text }: { text: string }) {
  const { t } = useLingui()
  const words = (
    <span className="wrap-anywhere whitespace-pre-wrap" dir="auto">
      {text}
    </span>
  )
  if (text.length <= longMessage) return words
  return (
    <details>
      <summary className="flex min-h-11 cursor-pointer items-center text-link">{t`Read the message`}</summary>
      {words}
    </details>
  )
}
