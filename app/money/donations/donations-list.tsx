import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { day, links, search } from '#app/kit/list.ts'
import { moneyText } from '#app/kit/money.ts'
import { namelessOwn } from '#app/kit/nameless.ts'
import { momentIn } from '#app/kit/time.ts'
import { Badge } from '#app/ui/badge.tsx'
import { listView } from '#app/ui/list-view.tsx'
import { giftWayWords, ways } from './channel.ts'
import { type OwnDonation, recordedBy } from './donation.ts'
import { goneBackWords } from './gift-words.ts'

/** The number and the sum of the gifts found, without what went back; null if there are more than `count`. */
export type FoundGift = { count: number; raised: number | null }
/** The result of the filter; null without one. */
type Totals = { found: FoundGift | null }
/** The sum of all gifts; and where the reader may give one back, if they may. */
type More = { raised: number; givesBack?: string | null }

/** The gifts that came in, newest first, and their sum. */
export const donationsView = listView<OwnDonation, Totals, More>()({
  address: '/fund-drive/:slug/donations',
  caption: msg`Donations`,
  fields: {
    search: search(msg`Donor, email or message`),
    day: day(msg`Day`),
    channel: links({
      label: msg`Channel`,
      of: ways,
      words: giftWayWords,
      all: msg({ message: 'All', context: 'channels' }),
    }),
  },
  columns: [
    {
      key: 'donor',
      head: msg`Donor`,
      lead: true,
      cell: (gift) => <Donor gift={gift} />,
      plain: ({ name, anonymous }, { words }) => name ?? words._(namelessOwn(anonymous)),
    },
    { key: 'email', head: msg`Email`, plain: ({ email }) => email },
    {
      key: 'amount',
      head: msg`Amount`,
      fileHead: msg`Amount (KES)`,
      align: 'right',
      cell: (gift, { more }) => <Amount gift={gift} givesBack={more.givesBack} />,
      plain: ({ amount }) => amount / 100,
    },
    { key: 'refunded', head: msg`Refunded (KES)`, plain: ({ reversed }) => reversed / 100 },
    {
      key: 'channel',
      head: msg`Channel`,
      cell: (gift) => <Came gift={gift} />,
      plain: ({ channel }, { words }) => words._(giftWayWords[channel]),
    },
    {
      key: 'message',
      head: msg`Message`,
      bare: ({ message }) => message === '',
      cell: ({ message }) => <Message text={message} />,
      plain: ({ message }) => message,
    },
    {
      key: 'at',
      head: msg`Date`,
      cell: ({ at }, { language }) => momentIn(language, at),
      plain: ({ at }, { language }) => momentIn(language, at),
    },
    { key: 'by', head: msg`Recorded by`, plain: ({ recordedBy }) => recordedBy },
  ],
  rowKey: ({ id }) => String(id),
  empty: {
    none: {
      title: msg`No donations yet`,
      text: msg`Gifts will show up here the moment they arrive: who gave, how much, and their message.`,
    },
    narrowed: { title: msg`No such donations`, all: msg`Show all donations` },
  },
  foot: ({ found }, { more }) => <Sums raised={more.raised} found={found} />,
  hidesBar: true,
  keepHead: true,
  level: 3,
})

function Sums({ raised, found }: Totals & More) {
  return (
    <div className="grid gap-1">
      {found?.raised === null && <TooMany than={found.count} />}
      <dl className="grid gap-1">
        {typeof found?.raised === 'number' && (
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
    </div>
  )
}

const line = 'flex flex-wrap justify-between gap-x-4'

/** Anonymous is anonymous for the owner, too: neither name nor address ever leaves the database. */
function Donor({ gift: { name, email, anonymous } }: { gift: OwnDonation }) {
  const { i18n } = useLingui()
  return (
    <>
      <span className="wrap-anywhere block @2xl:min-w-44" dir="auto">
        {name ?? i18n._(namelessOwn(anonymous))}
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

/** Shows the channel of a gift, or who recorded it if it did not come through us. */
function Came({ gift: { channel, recordedBy: by } }: { gift: OwnDonation }) {
  const { i18n } = useLingui()
  return <span className="wrap-anywhere">{by ? i18n._(recordedBy(by)) : i18n._(giftWayWords[channel])}</span>
}

/** Shows the amount, and marks what went back; the sum below counts the rest. */
function Amount({ gift, givesBack }: { gift: OwnDonation; givesBack: string | null | undefined }) {
  const { i18n } = useLingui()
  const { amount, reversed, isGoing, channel } = gift
  if (reversed === 0 && (isGoing || (givesBack && channel !== 'recorded')))
    return (
      <span className="inline-grid justify-items-end">
        {moneyText(amount)}
        {isGoing ? (
          <Badge tone="warn">
            <Trans>On its way back</Trans>
          </Badge>
        ) : (
          <Link to={`${givesBack}?gift=${gift.id / wide}`} className={giveBackLook}>
            <Trans context="button">Refund</Trans>
          </Link>
        )}
      </span>
    )
  if (reversed === 0) return moneyText(amount)
  const back = moneyText(reversed)
  return (
    <span className="inline-grid justify-items-end gap-1">
      <span className={reversed === amount ? 'text-muted line-through' : undefined}>{moneyText(amount)}</span>
      <Badge tone={reversed === amount ? 'stop' : 'warn'}>{i18n._(goneBackWords(gift))}</Badge>
      {reversed < amount && (
        <span className="text-muted text-sm">
          <Trans>{back} returned</Trans>
        </span>
      )}
    </span>
  )
}

/** The place of a gift in the list is its number times this: see donations-list.server.ts. */
export const wide = 10_000
const giveBackLook = 'inline-flex min-h-11 items-center font-normal text-link text-sm @2xl:min-h-6'

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

/** Replaces the sum if more gifts were found than are added up. */
export function TooMany({ than }: { than: number }) {
  const { i18n } = useLingui()
  const many = i18n.number(than)
  return (
    <p className="text-muted">
      <Trans>More than {many} donations. Narrow the list to see what they come to.</Trans>
    </p>
  )
}
