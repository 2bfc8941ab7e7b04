import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { acts } from '#app/admin/declared.ts'
import type { ActName, FactValue, Noun } from '#app/base/audit/audit.ts'
import { choice, days, flagField, type ListField, search } from '#app/kit/list.ts'
import { moneyText } from '#app/kit/money.ts'
import { momentIn } from '#app/kit/time.ts'
import { idIn } from '#app/kit/web-address.ts'
import { listView } from '#app/ui/list-view.tsx'
import { OneLine } from '#app/ui/one-line.tsx'
import { factNamed, factsOfLog, isSum, type LogFact, type LogLine, nobody, nounNames, wordsOfFact } from './log.ts'

export type LogCount = { lines: number; more: boolean }

/** The list of acts and views: by whom, on which subject, and why. */
export const logView = listView<LogLine, LogCount>()({
  address: '/admin/audit',
  caption: msg`Audit Log`,
  fields: {
    search: search(msg`Reason, number, slug or email`, { className: 'w-full sm:w-64' }),
    by: {
      kind: 'choice',
      label: msg`Who`,
      className: 'w-full sm:w-56',
      all: msg({ message: 'Everyone', context: 'who did it' }),
      options: [{ id: nobody, words: msg`The command line or a setting` }],
      read: (typed) => (typed === nobody ? nobody : idIn(typed)),
    } satisfies ListField<string | null>,
    act: choice({
      label: msg`What was done`,
      of: Object.keys(acts) as ActName[],
      words: acts,
      all: msg({ message: 'Everything', context: 'what was done' }),
      className: 'w-full sm:w-56',
    }),
    noun: choice({
      label: msg`About`,
      of: Object.keys(nounNames) as Noun[],
      words: nounNames,
      all: msg({ message: 'Everything', context: 'what it is about' }),
      className: 'w-full sm:w-48',
    }),
    ...days('min-w-36 flex-1 sm:flex-none'),
    /** Includes views of pages. By default they are left out, as there are many of them. */
    looks: flagField(msg`Show views, too`),
  },
  columns: [
    {
      key: 'at',
      head: msg`When`,
      sortable: true,
      lead: true,
      cell: ({ at }, { language }) => <span className="figures @2xl:whitespace-nowrap">{momentIn(language, at)}</span>,
      plain: ({ at }, { language }) => momentIn(language, at),
    },
    {
      key: 'by',
      head: msg`Who`,
      cell: (line) => <Who line={line} />,
      plain: ({ by, through: way }, { words }) => by?.name ?? words._(through[way as 'command']),
    },
    { key: 'email', head: msg`Email`, plain: ({ by }) => by?.email ?? '' },
    { key: 'network', head: msg`Network`, plain: ({ address }) => address },
    {
      key: 'act',
      head: msg`What was done`,
      cell: ({ act }, { words }) => words._(acts[act] ?? { id: act }),
      plain: ({ act }, { words }) => words._(acts[act]),
    },
    {
      key: 'about',
      head: msg`About`,
      cell: (line) => <About line={line} />,
      plain: ({ noun }, { words }) => words._(nounNames[noun]),
    },
    { key: 'number', head: msg`Number`, plain: ({ subject }) => subject },
    { key: 'name', head: msg`Name`, plain: ({ about }) => about },
    { key: 'facts', head: msg`Details`, cell: (line) => <Detail line={line} /> },
    { key: 'before', head: msg`Before`, plain: (line) => written(line, 'before') },
    { key: 'after', head: msg`After`, plain: (line) => written(line, 'after') },
    { key: 'why', head: msg`Reason`, plain: ({ why }) => why },
  ],
  rowKey: ({ id }) => String(id),
  empty: {
    none: { title: msg`No such lines`, text: msg`No results.` },
    narrowed: { title: msg`No such lines`, all: msg`Show the whole log` },
  },
  foot: (count) => <Count {...count} />,
})

const through = { setting: msg`A setting`, command: msg`The command line` }

/** Writes facts as they are stored, so that a program finds the same text again. */
const written = (line: LogLine, when: 'before' | 'after') =>
  factsOfLog(line)
    .flatMap((fact) => (fact[when] === undefined ? [] : [`${fact.name}: ${fact[when]}`]))
    .join('; ')

function Who({ line: { by, through, address } }: { line: LogLine }) {
  return (
    <span className="grid gap-0.5">
      {by ? (
        <>
          <Link to={`/admin/system-users/${by.id}`} className="text-link">
            <OneLine text={by.name} />
          </Link>
          <OneLine text={by.email} className="text-muted text-sm @2xl:max-w-56" />
        </>
      ) : through === 'setting' ? (
        <Trans>A setting</Trans>
      ) : (
        <Trans>The command line</Trans>
      )}
      {address && <span className="figures text-muted text-sm @2xl:hidden">{address}</span>}
    </span>
  )
}

function About({ line: { noun, subject, about, to } }: { line: LogLine }) {
  const { i18n } = useLingui()
  const kind = i18n._(nounNames[noun] ?? { id: noun })
  const which = about ?? (/^\d+$/.test(subject) ? `#${subject}` : subject)
  const isId = !about && subject.length > 20
  const words = <OneLine text={isId ? kind : which || kind} className="@2xl:max-w-52" />
  return (
    <span className="grid gap-0.5 @2xl:min-w-28 @2xl:max-w-64">
      {to ? (
        <Link to={to} className="text-link inline-flex min-h-11 items-center @2xl:min-h-6">
          {words}
        </Link>
      ) : (
        words
      )}
      {which && !isId && <span className="text-muted text-sm">{kind}</span>}
    </span>
  )
}

function Detail({ line }: { line: LogLine }) {
  const { why } = line
  if (!why && factsOfLog(line).length === 0) return '–'
  return (
    <span className="grid gap-1 @2xl:min-w-48">
      <FactList line={line} />
      {why && (
        <q className="wrap-anywhere text-[0.9375rem]" dir="auto">
          {why}
        </q>
      )}
    </span>
  )
}

const Count = ({ lines, more }: LogCount) => (
  <p className="text-muted">
    {more ? (
      <Plural value={lines} one="More than # line" other="More than # lines" />
    ) : (
      <Plural value={lines} one="# line" other="# lines" />
    )}
  </p>
)

/** Shows the changed values, before and after; for a mere view, how the subject was found. */
export function FactList({ line }: { line: LogLine }) {
  const facts = factsOfLog(line)
  if (facts.length === 0) return null
  return (
    <dl className="grid gap-0.5 text-sm">
      {facts.map((fact) => (
        <Changed key={fact.name} fact={fact} line={line} />
      ))}
    </dl>
  )
}

function Changed({ fact: { name, before, after }, line }: { fact: LogFact; line: LogLine }) {
  const { noun, named } = line
  const { i18n, t } = useLingui()
  const words = (value: FactValue | undefined) => {
    if (value === null || value === undefined || value === '') return t({ message: 'nothing', context: 'a value' })
    if (typeof value === 'boolean') return value ? t({ message: 'yes' }) : t({ message: 'no' })
    if (typeof value === 'number' && isSum(noun, name)) return moneyText(value, 'KSH')
    const meant = wordsOfFact(name, value)
    return meant ? i18n._(meant) : (named[String(value)] ?? String(value))
  }
  return (
    <div className="flex flex-wrap gap-x-1.5 @max-2xl:justify-end">
      <dt className="text-muted">{`${i18n._(factNamed(name))}: `}</dt>
      <dd className="wrap-anywhere" dir="auto">
        {before === undefined ? words(after) : `${words(before)} → ${words(after)}`}
      </dd>
    </div>
  )
}
