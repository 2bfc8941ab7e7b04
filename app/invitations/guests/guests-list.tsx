import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { knownLanguage } from '#app/kit/languages.ts'
import { filterQuery } from '#app/kit/list.ts'
import { moneyText } from '#app/kit/money.ts'
import { briefDayIn, shortDayIn } from '#app/kit/time.ts'
import { Badge, type BadgeTone } from '#app/ui/badge.tsx'
import { cx } from '#app/ui/cx.ts'
import { FilterLinks } from '#app/ui/filter-links.tsx'
import { listView } from '#app/ui/list-view.tsx'
import { OneLine } from '#app/ui/one-line.tsx'
import { useCount } from '#app/ui/use-count.ts'
import { type ReadyFilter, readyAddress, readyFilters, readyNames, readyOf } from './guest-filter.ts'
import {
  type GuestCount,
  type GuestRow,
  type GuestsAsked,
  guestFields,
  type PeopleCount,
  type SaidInRow,
} from './guests-fields.ts'
import { type InvitationState, invitationStateWords } from './invitation.ts'

type More = { slug: string }

/** The fields and columns about gifts, for readers who may see them. */
export const ofGifts = ['pledge', 'gifts', 'pledged', 'paid']

/** The guests of a gathering, by their names. Its file has columns for each occasion beside these: see guests-list.server.ts. */
export const guestsView = listView<GuestRow, GuestCount, More>()({
  address: '/gathering/:slug/guests',
  caption: msg`Guests`,
  fields: guestFields,
  columns: [
    {
      key: 'name',
      head: msg`Guest`,
      lead: true,
      cell: (row, { more }) => <GuestCell row={row} slug={more.slug} />,
      plain: ({ name }) => name,
    },
    { key: 'phone', head: msg`Phone`, plain: ({ phone }) => phone ?? '' },
    { key: 'email', head: msg`Email`, plain: ({ email }) => email ?? '' },
    { key: 'group', head: msg`Group`, plain: ({ groups }) => groups.join(', ') },
    {
      key: 'card',
      head: msg`Card`,
      bare: ({ sentAt, seenOn, thankedAt }) => !sentAt && !seenOn && !thankedAt,
      cell: (row) => <StepsCell row={row} />,
    },
    {
      key: 'sent',
      head: msg`Sent`,
      plain: ({ sentAt }, { language }) => (sentAt ? briefDayIn(language, sentAt) : ''),
    },
    {
      key: 'seen',
      head: msg`Seen`,
      plain: ({ seenOn }) => seenOn ?? '',
    },
    {
      key: 'answer',
      head: msg`Answer`,
      cell: ({ answers, uninvited }) => <AnswersCell {...{ answers, uninvited }} />,
      plain: ({ answers }, { words }) =>
        answers
          .map(({ occasion, state, people }) =>
            [occasion, words._(invitationStateWords[state]), people || ''].filter(Boolean).join(' '),
          )
          .join('; '),
    },
    {
      key: 'gifts',
      head: msg`Gifts`,
      bare: ({ pledged, paid }) => pledged + paid === 0,
      cell: (row) => <Gifts row={row} />,
    },
    {
      key: 'pledged',
      head: msg`Pledged`,
      fileHead: msg`Pledged (KES)`,
      plain: ({ pledged }) => pledged / 100,
    },
    {
      key: 'paid',
      head: msg({ message: 'Paid', context: 'guest' }),
      fileHead: msg`Paid (KES)`,
      plain: ({ paid }) => paid / 100,
    },
    {
      key: 'came',
      head: msg({ message: 'Came', context: 'guest' }),
      align: 'right',
      bare: ({ came }) => came.length === 0,
      cell: (row) => <CameIn row={row} />,
    },
    {
      key: 'thanked',
      head: msg({ message: 'Thanked', context: 'guest' }),
      plain: ({ thankedAt }, { language }) => (thankedAt ? briefDayIn(language, thankedAt) : ''),
    },
    { key: 'note', head: msg`Note`, plain: ({ note }) => note },
  ],
  rowKey: ({ id }) => id,
  empty: {
    none: {
      title: msg`No guests yet.`,
      text: msg`Paste your list from WhatsApp, add one, or share the open link.`,
    },
    narrowed: { title: msg`No such guests`, all: msg`Show all guests` },
  },
  foot: (totals) => <SumsCell totals={totals} />,
  first: msg`First names`,
  hidesBar: true,
  keepHead: true,
  dense: true,
  folds: 'always',
  level: 3,
})

// The cells of the guest list's rows, and the totals of all rows.

export function GuestCell({
  row: { id, name, groups, claims, undrawn, phone, email },
  slug,
}: {
  row: GuestRow
  slug: string
}) {
  const contact = phone ?? email
  return (
    <span className="grid justify-items-start @max-2xl:gap-1 @2xl:min-w-44">
      <Link
        to={`/gathering/${slug}/guests/${id}`}
        className="wrap-anywhere inline-flex min-h-11 items-center text-link @2xl:wrap-break-word @2xl:min-h-6 @2xl:max-w-52"
        dir="auto"
      >
        {name}
      </Link>
      {(contact || groups.length > 0) && (
        <span className="flex flex-wrap items-baseline gap-x-2 font-normal text-sm @2xl:max-w-52 @2xl:flex-nowrap">
          {contact && <OneLine text={contact} className={cx('figures', phone && 'shrink-0')} />}
          {groups.length > 0 && <OneLine text={groups.join(', ')} className="text-muted" />}
        </span>
      )}
      {undrawn && (
        <Badge tone="warn">
          <Trans>Not on the card</Trans>
        </Badge>
      )}
      {claims && (
        <Badge tone="warn">
          <Trans>Whose number?</Trans>
        </Badge>
      )}
    </span>
  )
}

const tones: Partial<Record<InvitationState, BadgeTone>> = {
  yes: 'gain',
  maybe: 'info',
  waiting: 'warn',
  offered: 'warn',
  asked: 'warn',
}

export function AnswersCell({ answers, uninvited }: { answers: SaidInRow[]; uninvited: boolean }) {
  const { i18n, t } = useLingui()
  if (answers.length === 0)
    return (
      <span className="text-muted">
        {uninvited ? i18n._(invitationStateWords.withdrawn) : <Trans>Not invited yet</Trans>}
      </span>
    )
  return (
    <ul className="grid gap-1">
      {answers.map(({ no, occasion, state, people, seats, gives }) => (
        <li key={no} className="flex flex-wrap items-center gap-x-2 gap-y-1 @2xl:flex-nowrap @max-2xl:justify-end">
          <Badge tone={tones[state] ?? 'neutral'}>{i18n._(invitationStateWords[state])}</Badge>
          <span className="figures whitespace-nowrap text-sm empty:hidden">
            {people > 0
              ? t`${plural(people, { one: '# person', other: '# people' })}`
              : state === 'invited' && t`${plural(seats, { one: '# seat', other: '# seats' })}`}
          </span>
          {gives && (
            <Badge tone="accent">
              <Trans>Will give</Trans>
            </Badge>
          )}
          {answers.length > 1 && <OneLine text={occasion} className="text-muted text-sm @2xl:max-w-24" />}
        </li>
      ))}
    </ul>
  )
}

/** The steps of the card. A guest who has seen the card was sent it. */
export function StepsCell({ row: { sentAt, seenOn, thankedAt } }: { row: GuestRow }) {
  const { t, i18n } = useLingui()
  const language = knownLanguage(i18n.locale)
  const steps = [
    [t({ message: 'Thanked', context: 'guest' }), thankedAt],
    [t({ message: 'Seen', context: 'page' }), seenOn && new Date(`${seenOn}T12:00:00Z`)],
    [t({ message: 'Sent', context: 'card' }), sentAt],
  ] as const
  return <Lines lines={steps.flatMap(([name, at]) => (at ? [[name, shortDayIn(language, at)]] : [])).slice(0, 1)} />
}

/** Amounts pledged and received, one per line. */
export function Gifts({ row: { pledged, paid } }: { row: GuestRow }) {
  const { t } = useLingui()
  const amounts = [
    [t({ message: 'Pledged', context: 'guest' }), pledged],
    [t({ message: 'Paid', context: 'guest' }), paid],
  ] as const
  return <Lines lines={amounts.flatMap(([name, amount]) => (amount > 0 ? [[name, moneyText(amount)]] : []))} />
}

/** The number of people who came. Several occasions each have a number, in their order, and show their name on hover. */
export function CameIn({ row: { came } }: { row: GuestRow }) {
  const count = useCount()
  return (
    <span className="figures flex gap-x-2 whitespace-nowrap">
      {came.map(({ occasion, people }) => (
        <span key={occasion} title={occasion}>
          {count(people)}
          {came.length > 1 && <span className="sr-only"> {occasion}</span>}
        </span>
      ))}
    </span>
  )
}

const Lines = ({ lines }: { lines: string[][] }) => (
  <span className="grid gap-0.5 whitespace-nowrap text-sm">
    {lines.map(([name, value]) => (
      <span key={name}>
        <span className="text-muted">{name}</span> <span className="figures">{value}</span>
      </span>
    ))}
  </span>
)

/** People are counted for each occasion, because the same people may come to two. */
export function SumsCell({ totals: { guests, people, pledged, paid } }: { totals: GuestCount }) {
  const count = useCount()
  return (
    <div className="grid gap-3">
      <SumList>
        <Sum label={<Trans>Guests on the list</Trans>} value={count(guests)} />
      </SumList>
      {people.map(({ occasion, ...sums }, nr) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two occasions may have one name, and they stay in their order
        <PeopleSums key={nr} occasion={people.length > 1 ? occasion : ''} {...sums} />
      ))}
      {pledged + paid > 0 && (
        <SumList>
          <Sum label={<Trans>Pledged</Trans>} value={moneyText(pledged)} />
          <Sum label={<Trans context="guest">Paid</Trans>} value={moneyText(paid)} />
        </SumList>
      )}
    </div>
  )
}

function PeopleSums({ occasion, yes, maybe, silent, came }: PeopleCount & { occasion: string }) {
  const count = useCount()
  return (
    <div>
      {occasion && (
        <p className="wrap-anywhere mb-1 font-semibold" dir="auto">
          {occasion}
        </p>
      )}
      <SumList>
        <Sum label={<Trans>People who come</Trans>} value={count(yes)} />
        <Sum label={<Trans>People who may come</Trans>} value={count(maybe)} />
        <Sum label={<Trans>Seats without an answer</Trans>} value={count(silent)} />
        {came > 0 && <Sum label={<Trans>People at the door</Trans>} value={count(came)} />}
      </SumList>
    </div>
  )
}

const SumList = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">{children}</dl>
)

const Sum = ({ label, value }: { label: ReactNode; value: string }) => (
  <div className="contents">
    <dt className="wrap-break-word">{label}</dt>
    <dd className="figures text-right font-bold">{value}</dd>
  </div>
)

type Props = { counts: Record<ReadyFilter | 'all', number>; filter: GuestsAsked }

/** The ready filters, each with the number of guests it finds. Those that find nobody are left out, except the open one. */
export function ReadyLinks({ counts, filter }: Props) {
  const { t, i18n } = useLingui()
  const { occasion } = filter
  const current = readyOf(filter)
  const shown = readyNames.filter((name) => counts[name] > 0 || name === current)
  if (shown.length === 0) return null
  return (
    <FilterLinks
      label={t`Guests to think of`}
      current={current ?? ''}
      choices={[
        {
          id: 'all',
          to: filterQuery({ occasion }),
          label: <Trans context="guests">All</Trans>,
          count: counts.all,
        },
        ...shown.map((name) => ({
          id: name,
          to: readyAddress(name, occasion),
          label: i18n._(readyFilters[name].words),
          count: counts[name],
        })),
      ]}
    />
  )
}
