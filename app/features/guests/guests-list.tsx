import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { oneLine } from '#app/kit/lines.ts'
import { choice, type Field, type FilterOf, flag, search } from '#app/kit/list.ts'
import { briefDayIn } from '#app/kit/time.ts'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import { listView } from '#app/ui/list-view.tsx'
import { useCount } from '#app/ui/use-count.ts'
import { type State, stateWords } from './invitation.ts'

/** What a guest said to one occasion. */
type Said = { no: number; occasion: string; state: State; seats: number; people: number; gives: boolean }
export type GuestRow = {
  id: string
  name: string
  /** Whole for hosts, masked for administrators. */
  phone: string | null
  email: string | null
  groups: string[]
  note: string
  sentAt: Date | null
  seenOn: string | null
  /** They gave a number on the open link that is on the list already. */
  claims: boolean
  answers: Said[]
}
type Totals = { guests: number; yes: number; maybe: number; silent: number }
type More = { slug: string }

const asked = ['yes', 'maybe', 'no', 'invited', 'asked', 'waiting', 'offered'] as const

const fields = {
  q: search(msg`Name, phone number or email`, { className: 'w-full sm:w-64' }),
  occasion: {
    kind: 'choice',
    label: msg`Occasion`,
    all: msg({ message: 'All', context: 'occasions' }),
    options: [],
    read: (typed) => (typed && /^([1-9]|1\d|20)$/.test(typed) ? typed : null),
  } satisfies Field<string | null>,
  group: {
    kind: 'choice',
    label: msg`Group`,
    all: msg({ message: 'All', context: 'groups' }),
    options: [],
    read: (typed) => oneLine(typed ?? '').slice(0, 40),
  } satisfies Field<string>,
  answer: choice({
    label: msg`Answer`,
    all: msg({ message: 'All', context: 'answers' }),
    of: asked,
    words: stateWords,
  }),
  claims: flag(msg`Whose number?`),
}
export type GuestFilter = FilterOf<typeof fields>

/** The guests of a gathering, by their names. */
export const guestsView = listView<GuestRow, Totals, More>()({
  address: '/gathering/:slug/guests',
  caption: msg`Guests`,
  fields,
  columns: [
    {
      key: 'name',
      head: msg`Guest`,
      lead: true,
      cell: (row, { more }) => <Guest row={row} slug={more.slug} />,
      plain: ({ name }) => name,
    },
    {
      key: 'phone',
      head: msg`Phone`,
      bare: ({ phone, email }) => !phone && !email,
      cell: ({ phone, email }) => (
        <span className="grid">
          <span className="figures whitespace-nowrap">{phone}</span>
          <span className="wrap-anywhere text-muted text-sm">{email}</span>
        </span>
      ),
      plain: ({ phone }) => phone ?? '',
    },
    { key: 'email', head: msg`Email`, plain: ({ email }) => email ?? '' },
    {
      key: 'group',
      head: msg`Group`,
      bare: ({ groups }) => groups.length === 0,
      cell: ({ groups }) => (
        <span className="wrap-anywhere" dir="auto">
          {groups.join(', ')}
        </span>
      ),
      plain: ({ groups }) => groups.join(', '),
    },
    {
      key: 'sent',
      head: msg`Sent`,
      bare: ({ sentAt }) => sentAt === null,
      cell: ({ sentAt }, { language }) => sentAt && briefDayIn(language, sentAt),
      plain: ({ sentAt }, { language }) => (sentAt ? briefDayIn(language, sentAt) : ''),
    },
    {
      key: 'seen',
      head: msg`Seen`,
      bare: ({ seenOn }) => seenOn === null,
      cell: ({ seenOn }, { language }) => seenOn && briefDayIn(language, new Date(`${seenOn}T12:00:00Z`)),
      plain: ({ seenOn }) => seenOn ?? '',
    },
    {
      key: 'answer',
      head: msg`Answer`,
      cell: ({ answers }) => <Answers answers={answers} />,
      plain: ({ answers }, { words }) =>
        answers
          .map(({ occasion, state, people }) =>
            [occasion, words._(stateWords[state]), people || ''].filter(Boolean).join(' '),
          )
          .join('; '),
    },
    {
      key: 'people',
      head: msg`People who come`,
      plain: ({ answers }) => answers.reduce((sum, { state, people }) => sum + (state === 'yes' ? people : 0), 0),
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
  foot: (totals) => <Sums totals={totals} />,
  first: msg`First names`,
  hidesBar: true,
  keepHead: true,
  level: 3,
})

function Guest({ row: { id, name, claims }, slug }: { row: GuestRow; slug: string }) {
  return (
    <span className="grid justify-items-start gap-1 @2xl:min-w-44">
      <Link
        to={`/gathering/${slug}/guests/${id}`}
        className="wrap-anywhere inline-flex min-h-11 items-center text-link @2xl:min-h-6"
        dir="auto"
      >
        {name}
      </Link>
      {claims && (
        <Badge tone="warn">
          <Trans>Whose number?</Trans>
        </Badge>
      )}
    </span>
  )
}

const tones: Partial<Record<State, Tone>> = {
  yes: 'gain',
  maybe: 'info',
  waiting: 'warn',
  offered: 'warn',
  asked: 'warn',
}

function Answers({ answers }: { answers: Said[] }) {
  const { i18n, t } = useLingui()
  if (answers.length === 0)
    return (
      <span className="text-muted">
        <Trans>Not invited yet</Trans>
      </span>
    )
  return (
    <ul className="grid gap-1">
      {answers.map(({ no, occasion, state, people, seats, gives }) => (
        <li key={no} className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone={tones[state] ?? 'neutral'}>{i18n._(stateWords[state])}</Badge>
          <span className="figures text-sm">
            {people > 0
              ? t`${plural(people, { one: '# person', other: '# people' })}`
              : state === 'invited' && t`${plural(seats, { one: '# seat', other: '# seats' })}`}
          </span>
          {gives && (
            <Badge tone="accent">
              <Trans>Will give</Trans>
            </Badge>
          )}
          {answers.length > 1 && (
            <span className="wrap-anywhere text-muted text-sm" dir="auto">
              {occasion}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function Sums({ totals }: { totals: Totals }) {
  const count = useCount()
  const sums = [
    [<Trans key="g">Guests on the list</Trans>, totals.guests],
    [<Trans key="y">People who come</Trans>, totals.yes],
    [<Trans key="m">People who may come</Trans>, totals.maybe],
    [<Trans key="s">Seats without an answer</Trans>, totals.silent],
  ] as const
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
      {sums.map(([label, value]) => (
        <div key={label.key} className="contents">
          <dt>{label}</dt>
          <dd className="figures text-right font-bold">{count(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
