import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link, useSearchParams } from 'react-router'
import { tasks as declared, type TaskKind } from '#app/admin/declared.ts'
import { jobNamed } from '#app/admin/jobs/jobs.ts'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { momentIn } from '#app/kit/time.ts'
import { kindOfDiscrepancy } from '#app/money/books/admin/breaks.ts'
import { Ago, useNow } from '#app/ui/age.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FilterLinks } from '#app/ui/filter-links.tsx'
import type { TaskWords } from './task.ts'
import type { WaitingTask } from './tasks.server.ts'

type TaskListProps = {
  tasks: WaitingTask[]
  counts: Record<TaskKind, number>
  only: TaskKind | null
  served: number
}

/** The tasks that wait for an administrator, oldest first. Each line links to the page where the task is handled. */
export function TaskList({ tasks, counts, only, served }: TaskListProps) {
  const { t, i18n } = useLingui()
  const now = useNow(served)
  const [search] = useSearchParams()
  const to = (kind: TaskKind | null) => {
    const there = new URLSearchParams(search)
    there.delete('kind')
    if (kind) there.set('kind', kind)
    return `?${there}`
  }
  const nameOf = ({ kind, title }: WaitingTask) => {
    const { name, titled }: TaskWords = declared[kind]
    return titled ? i18n._(titles[titled](title)) : title || i18n._(name)
  }
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const behind = (only ? counts[only] : all) - tasks.reduce((sum, { count = 1 }) => sum + count, 0)
  const kinds = (Object.keys(declared) as TaskKind[]).filter((kind) => counts[kind] > 0 || kind === only)
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
            label: i18n._(declared[kind].name),
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

const titles = { difference: (kind: string) => kindOfDiscrepancy(kind).name, job: jobNamed }

function TaskLine({ task, now, name }: { task: WaitingTask; now: number; name: string }) {
  const { i18n } = useLingui()
  const { kind, id, amount, at, due, count = 1 } = task
  const { name: ofKind, tone, place, counted }: TaskWords = declared[kind]
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-well/50">
      <span className="w-56 max-w-full shrink-0">
        <Badge tone={tone}>{i18n._(ofKind)}</Badge>
      </span>
      <Link
        to={place(id)}
        className="min-w-0 grow basis-40 font-semibold after:absolute after:inset-0 after:content-['']"
      >
        <span className="break-words">{name}</span>
      </Link>
      {counted && <span className="text-muted text-sm">{i18n._(counted(count))}</span>}
      {typeof amount === 'number' && <span className="figures">{moneyText(amount, 'KSH')}</span>}
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
