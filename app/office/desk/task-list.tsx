import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link, useSearchParams } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { jobNamed } from '#app/office/jobs/jobs.ts'
import { Ago, useNow } from '#app/ui/age.tsx'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FilterLinks } from '#app/ui/filter-links.tsx'
import { placeOf, type Task, type TaskKind, taskKinds } from './task.ts'

type TaskListProps = {
  tasks: Task[]
  counts: Record<TaskKind, number>
  only: TaskKind | null
  served: number
  /** What a kind of difference is called where differences are dealt with. */
  differenceNamed: (kind: string) => Words
}

/** What waits for a person, oldest first. Each line leads to where it is dealt with. */
export function TaskList({ tasks, counts, only, served, differenceNamed }: TaskListProps) {
  const { t, i18n } = useLingui()
  const now = useNow(served)
  const [search] = useSearchParams()
  const to = (kind: TaskKind | null) => {
    const there = new URLSearchParams(search)
    there.delete('kind')
    if (kind) there.set('kind', kind)
    return `?${there}`
  }
  const nameOf = ({ kind, title }: Task) => {
    if (kind === 'break') return i18n._(differenceNamed(title))
    if (kind === 'job') return i18n._(jobNamed(title))
    return title || i18n._(taskKinds[kind])
  }
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const behind = (only ? counts[only] : all) - tasks.reduce((sum, { kind, count }) => sum + weightOf(kind, count), 0)
  const kinds = (Object.keys(taskKinds) as TaskKind[]).filter((kind) => counts[kind] > 0 || kind === only)
  if (all === 0)
    return (
      <EmptyState
        level={3}
        title={<Trans>Nothing needs attention</Trans>}
        text={<Trans>Withdrawal requests, disputes and other tasks will appear here, oldest first.</Trans>}
      />
    )
  return (
    <div className="grid gap-4">
      <FilterLinks
        label={t`Needs attention`}
        current={only ?? 'all'}
        choices={[
          { id: 'all', to: to(null), label: <Trans context="tasks">All</Trans>, count: all },
          ...kinds.map((kind) => ({
            id: kind,
            to: to(kind),
            label: i18n._(taskKinds[kind]),
            count: counts[kind],
          })),
        ]}
      />
      <ol aria-label={t`Needs attention`} className="divide-y divide-line rounded-card border border-line bg-card">
        {tasks.map((task) => (
          <TaskLine key={`${task.kind} ${task.id}`} task={task} now={now} name={nameOf(task)} />
        ))}
      </ol>
      {behind > 0 && (
        <p className="text-muted text-sm">
          <Plural value={behind} one="And # more." other="And # more." />
        </p>
      )}
    </div>
  )
}

/** Comments stand together by their drive; everything else is one each. */
const weightOf = (kind: TaskKind, count: number) => (kind === 'comment' ? count : 1)

const tones: Record<TaskKind, Tone> = {
  withdrawal: 'info',
  dispute: 'stop',
  break: 'stop',
  suspense: 'warn',
  job: 'warn',
  comment: 'neutral',
  letter: 'warn',
}

function TaskLine({ task, now, name }: { task: Task; now: number; name: string }) {
  const { i18n } = useLingui()
  const { kind, amount, at, due } = task
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-well/50">
      <span className="w-44 shrink-0">
        <Badge tone={tones[kind]}>{i18n._(taskKinds[kind])}</Badge>
      </span>
      <Link
        to={placeOf(task)}
        className="min-w-0 grow basis-40 font-semibold after:absolute after:inset-0 after:content-['']"
      >
        <span className="break-words">{name}</span>
      </Link>
      {kind === 'comment' && (
        <span className="text-muted text-sm">
          <Plural value={task.count} one="# comment" other="# comments" />
        </span>
      )}
      {amount !== null && <span className="figures">{moneyText(amount, 'KSH')}</span>}
      {due && <Deadline due={due} now={now} language={i18n.locale as Language} />}
      <Ago at={at} now={now} />
    </li>
  )
}

function Deadline({ due, now, language }: { due: Date; now: number; language: Language }) {
  const late = due.getTime() <= now
  return (
    <Badge tone={late || due.getTime() - now < 24 * 3_600_000 ? 'stop' : 'warn'}>
      {late ? <Trans>The time to answer has passed</Trans> : <Trans>Answer until {momentIn(language, due)}</Trans>}
    </Badge>
  )
}
