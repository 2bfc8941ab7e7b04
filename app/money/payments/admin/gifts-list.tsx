import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { choice, day, links, oneDrive, type Reader, search } from '#app/kit/list.ts'
import { moneyText } from '#app/kit/money.ts'
import { momentIn } from '#app/kit/time.ts'
import { channels, channelWords } from '#app/money/donations/channel.ts'
import { TooMany } from '#app/money/donations/donations-list.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { listView } from '#app/ui/list-view.tsx'
import { OneLine } from '#app/ui/one-line.tsx'
import { type AdminGift, type GiftTotals, giftStates, giftStateWords, standingOfGift } from './gift.ts'

/** All gifts, attempts too. Each date links to the gift's whole story. */
export const giftsView = listView<AdminGift, GiftTotals>()({
  address: '/admin/donations',
  caption: msg`Donations`,
  fields: {
    state: links({
      label: msg`State`,
      of: giftStates,
      words: giftStateWords,
      all: msg({ message: 'All', context: 'donations' }),
    }),
    search: search(msg`Reference, M-Pesa code, name, email, phone or amount`, { className: 'w-full sm:w-110' }),
    channel: choice({ label: msg`Channel`, of: channels, words: channelWords, all: msg`All channels` }),
    from: day(msg`From day`),
    to: day(msg`To day`),
    drive: oneDrive(),
  },
  columns: [
    dateColumn(({ id }) => `/admin/donations/${id}`),
    {
      key: 'drive',
      head: msg`Fund drive`,
      cell: (gift) => <OfDrive gift={gift} />,
      plain: ({ drive }) => drive?.title ?? '',
    },
    { key: 'donor', head: msg`Donor`, cell: (gift) => <Donor gift={gift} />, plain: ({ name }) => name },
    {
      key: 'anonymous',
      head: msg`Anonymous to others`,
      plain: ({ anonymous }, { words }) => (anonymous ? words._(msg`Yes`) : ''),
    },
    { key: 'email', head: msg`Email`, plain: ({ email }) => email },
    {
      key: 'amount',
      head: msg`Amount`,
      fileHead: msg`Amount (KSH)`,
      sortable: true,
      align: 'right',
      cell: (gift) => <Amount gift={gift} />,
      plain: ({ amount }) => amount / 100,
    },
    { key: 'refunded', head: msg`Refunded (KSH)`, plain: ({ reversed }) => reversed / 100 },
    {
      key: 'channel',
      head: msg`Channel`,
      cell: ({ channel }, { words }) => (channel ? words._(channelWords[channel]) : '–'),
      plain: ({ channel }, { words }) => (channel ? words._(channelWords[channel]) : ''),
    },
    {
      key: 'state',
      head: msg`State`,
      cell: (gift) => <GiftStanding gift={gift} />,
      plain: (gift, { words }) => words._(standingOfGift(gift).words),
    },
    {
      key: 'reference',
      head: msg`Reference`,
      cell: (gift) => <References gift={gift} />,
      plain: ({ reference }) => reference,
    },
    { key: 'number', head: msg`Provider’s number`, plain: ({ providerId }) => providerId ?? '' },
  ],
  rowKey: ({ id }) => String(id),
  empty: {
    none: { title: msg`No donations yet`, text: msg`Gifts will appear here when people start to give.` },
    narrowed: { title: msg`No such donations`, all: msg`Show all donations` },
  },
  foot: (totals) => <Totals totals={totals} />,
})

function OfDrive({ gift: { drive } }: { gift: AdminGift }) {
  if (!drive) return <Trans>Deleted</Trans>
  return (
    <Link
      to={`/admin/fund-drives/${drive.slug}`}
      className="text-link inline-flex min-h-11 max-w-full items-center @2xl:min-h-6"
    >
      <OneLine text={drive.title} />
    </Link>
  )
}

/** Builds the date column, which links to a row's page. */
export function dateColumn<Row extends { at: Date }>(pageOf: (row: Row) => string) {
  return {
    key: 'date',
    head: msg`Date`,
    sortable: true,
    lead: true,
    cell: (row: Row, { language }: Reader) => (
      <Link to={pageOf(row)} className="text-link inline-flex min-h-11 items-center whitespace-nowrap @2xl:min-h-6">
        {momentIn(language, row.at)}
      </Link>
    ),
    plain: ({ at }: Row, { language }: Reader) => momentIn(language, at),
  }
}

/** The column of a payment's drive, as long as that exists. */
export const driveColumn = {
  key: 'drive',
  head: msg`Fund drive`,
  cell: ({ drive }: OfADrive, { words }: Reader) =>
    drive ? (
      <Link to={`/admin/fund-drives/${drive.slug}`} className="text-link">
        <OneLine text={drive.title} />
      </Link>
    ) : (
      words._(msg`Deleted`)
    ),
  plain: ({ drive }: OfADrive) => drive?.title ?? '',
}
type OfADrive = { drive: { slug: string; title: string } | null }

/** Shows who gave. A donor who is anonymous to everybody else is marked, so that nobody tells by mistake. */
export function Donor({ gift: { name, email, anonymous } }: { gift: Pick<AdminGift, 'name' | 'email' | 'anonymous'> }) {
  return (
    <span className="grid gap-0.5">
      <span className="flex flex-wrap items-center gap-x-2 @max-2xl:justify-end">
        {name ? <OneLine text={name} /> : <Trans>No name given</Trans>}
        {anonymous && (
          <Badge>
            <Trans>Anonymous to others</Trans>
          </Badge>
        )}
      </span>
      {email && <OneLine text={email} className="text-muted text-sm @2xl:max-w-52" />}
    </span>
  )
}

function Amount({ gift: { amount, reversed } }: { gift: AdminGift }) {
  const back = moneyText(reversed, 'KSH')
  return (
    <span className="inline-grid justify-items-end">
      {moneyText(amount, 'KSH')}
      {reversed > 0 && reversed < amount && (
        <span className="text-muted text-sm">
          <Trans>{back} refunded</Trans>
        </span>
      )}
    </span>
  )
}

export function GiftStanding({ gift }: { gift: Pick<AdminGift, 'status' | 'amount' | 'reversed' | 'chargedBack'> }) {
  const { i18n } = useLingui()
  const { words, tone } = standingOfGift(gift)
  return <Badge tone={tone}>{i18n._(words)}</Badge>
}

/** Shows the references. Ours is long, so only its beginning is shown here; the whole is on the gift's own page and in the file. */
function References({ gift: { reference, providerId } }: { gift: AdminGift }) {
  return (
    <span className="grid text-sm">
      <span className="figures wrap-anywhere @2xl:whitespace-nowrap" title={reference}>
        {reference.slice(0, 12)}…
      </span>
      {providerId && (
        <span className="figures wrap-anywhere text-muted text-xs @2xl:whitespace-nowrap">{providerId}</span>
      )}
    </span>
  )
}

/** Shows the totals of the filter, whatever page of it is shown. */
function Totals({ totals: { count, more, paid, refunded } }: { totals: GiftTotals }) {
  if (more) return <TooMany than={count} />
  const [gross, back] = [moneyText(paid ?? 0, 'KSH'), moneyText(refunded ?? 0, 'KSH')]
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-1">
      <Total words={<Trans>Shown in all</Trans>}>
        <Plural value={count} one="# donation" other="# donations" />
      </Total>
      <Total words={<Trans>Received</Trans>}>{gross}</Total>
      <Total words={<Trans>Refunded</Trans>}>{back}</Total>
    </dl>
  )
}

const Total = ({ words, children }: { words: ReactNode; children: ReactNode }) => (
  <div className="flex flex-wrap gap-x-2">
    <dt className="text-muted">{words}</dt>
    <dd className="figures font-semibold">{children}</dd>
  </div>
)
