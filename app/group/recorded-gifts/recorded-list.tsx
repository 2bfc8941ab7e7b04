import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { search } from '#app/kit/list.ts'
import { moneyText } from '#app/kit/money.ts'
import { namelessOwn } from '#app/kit/nameless.ts'
import { briefDayIn } from '#app/kit/time.ts'
import { Badge } from '#app/ui/badge.tsx'
import { listView } from '#app/ui/list-view.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { dayOf, type Method, recordedByWords, recordedMethodWords } from './recorded.ts'

/** A recorded gift as managers of its drive see it. */
export type RecordedRow = {
  id: number
  amount: number
  method: Method
  code: string | null
  name: string
  /** The masked number, '0712 … 678': nobody reads it whole here. */
  phone: string | null
  givenOn: string
  note: string
  anonymous: boolean
  by: string
  voidedAt: Date | null
  voidWhy: string | null
  /** The product itself made it void: its money came through us. */
  cameThroughUs: boolean
}

/** The sum of the gifts that are not void. */
type Totals = { sum: number }
/** The drive of the gifts. */
type More = { slug: string }

/** Gifts that did not pass through us, the newest first. */
export const recordedView = listView<RecordedRow, Totals, More>()({
  address: '/fund-drive/:slug/recorded',
  caption: msg`Recorded gifts`,
  fields: { search: search(msg`Name, code or note`) },
  columns: [
    {
      key: 'name',
      head: msg`Donor`,
      lead: true,
      cell: (row, { more }) => <Giver row={row} slug={more.slug} />,
      plain: ({ name }, { words }) => name || words._(namelessOwn(false)),
    },
    {
      key: 'anonymous',
      head: msg`Anonymous`,
      plain: ({ anonymous }, { words }) => (anonymous ? words._(msg`Yes`) : ''),
    },
    { key: 'phone', head: msg`Phone`, plain: ({ phone }) => phone ?? '' },
    {
      key: 'amount',
      head: msg`Amount`,
      fileHead: msg`Amount (KES)`,
      align: 'right',
      cell: (row) => <Amount row={row} />,
      plain: ({ amount }) => amount / 100,
    },
    {
      key: 'method',
      head: msg`How`,
      cell: ({ method, code }, { words }) => (
        <>
          {words._(recordedMethodWords[method])}
          {code && <span className="figures block text-muted text-sm">{code}</span>}
        </>
      ),
      plain: ({ method }, { words }) => words._(recordedMethodWords[method]),
    },
    { key: 'code', head: msg`Code`, plain: ({ code }) => code ?? '' },
    {
      key: 'note',
      head: msg`Note`,
      bare: ({ note }) => note === '',
      cell: ({ note }) => (
        <span className="wrap-anywhere whitespace-pre-wrap" dir="auto">
          {note}
        </span>
      ),
      plain: ({ note }) => note,
    },
    {
      key: 'day',
      head: msg`Day given`,
      cell: ({ givenOn }, { language }) => briefDayIn(language, dayOf(givenOn)),
      plain: ({ givenOn }) => givenOn,
    },
    {
      key: 'by',
      head: msg`Recorded by`,
      cell: ({ by }) => (
        <span className="wrap-anywhere" dir="auto">
          {by}
        </span>
      ),
      plain: ({ by }, { words }) => words._(recordedByWords(by)),
    },
    {
      key: 'void',
      head: msg({ message: 'Cancelled', context: 'gift' }),
      plain: (row, { words }) => (row.voidedAt ? words._(whyVoid(row)) : ''),
    },
  ],
  rowKey: ({ id }) => String(id),
  empty: {
    none: {
      title: msg`No recorded gifts yet`,
      text: msg`Cash, cheques and money to your own number: record them here, and they count beside what comes through {brand}.`,
    },
    narrowed: { title: msg`No such gifts`, all: msg`Show all recorded gifts` },
  },
  foot: ({ sum }) => <Sum sum={sum} />,
  hidesBar: true,
  keepHead: true,
  level: 3,
})

/** Returns why a gift is void, in the words of the person who did it, or in ours. */
const whyVoid = ({ cameThroughUs, voidWhy }: RecordedRow) =>
  cameThroughUs ? msg`This money came through {brand} after all.` : { id: voidWhy ?? '', message: voidWhy ?? '' }

function Giver({ row: { id, name, anonymous, phone }, slug }: { row: RecordedRow; slug: string }) {
  return (
    <span className="grid justify-items-start gap-1 @2xl:min-w-44">
      <Link
        to={`/fund-drive/${slug}/recorded/${id}`}
        className="wrap-anywhere inline-flex min-h-11 items-center text-link @2xl:min-h-6"
        dir="auto"
      >
        {name || <Trans>No name given</Trans>}
      </Link>
      {anonymous && (
        <Badge>
          <Trans>Anonymous</Trans>
        </Badge>
      )}
      {phone && <span className="figures text-muted text-sm">{phone}</span>}
    </span>
  )
}

function Amount({ row }: { row: RecordedRow }) {
  const { i18n } = useLingui()
  if (!row.voidedAt) return moneyText(row.amount)
  return (
    <span className="inline-grid justify-items-end gap-1">
      <span className="text-muted line-through">{moneyText(row.amount)}</span>
      <Badge tone="stop">
        <Trans context="gift">Cancelled</Trans>
      </Badge>
      <span className="wrap-anywhere text-muted text-sm">{i18n._(whyVoid(row))}</span>
    </span>
  )
}

function Sum({ sum }: { sum: number }) {
  return (
    <dl className="flex flex-wrap justify-between gap-x-4">
      <dt className="font-semibold">
        <Trans>Recorded, in all</Trans>
      </dt>
      <dd className="figures font-bold">{moneyText(sum)}</dd>
    </dl>
  )
}

/** Tells those who record that we hide it from visitors, and why. */
export function RecordedHidden({ why }: { why: string }) {
  const { t } = useLingui()
  return (
    <Notice tone="warn" title={<Trans>An administrator has hidden the recorded gifts</Trans>}>
      <p className="wrap-anywhere whitespace-pre-wrap">{t`Reason: ${why}`}</p>
      <p>
        <Trans>
          Visitors see what came through {'{brand}'} alone, and only an administrator can show the rest again.
        </Trans>
      </p>
    </Notice>
  )
}
