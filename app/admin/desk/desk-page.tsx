import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Banknote, ClipboardList, HandCoins, Hourglass, Percent, TrendingUp, Users } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { tasks as declared, type TaskKind } from '#app/admin/declared.ts'
import { jobNamed } from '#app/admin/jobs/jobs-list.tsx'
import { balanceOf } from '#app/base/ledger/post.server.ts'
import { feePercent } from '#app/kit/fee.ts'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { momentIn } from '#app/kit/time.ts'
import { kindOfDiscrepancy } from '#app/money/books/admin/discrepancies.ts'
import { type PeriodStep, steps } from '#app/money/books/admin/period.ts'
import { kshWriting, ReportChart } from '#app/money/books/admin/report-view.tsx'
import { db } from '#app/platform/db.server.ts'
import { isFeeChanged, newDrivesFee } from '#app/platform/settings/choices.server.ts'
import { AdminPage } from '#app/site/admin-page.tsx'
import { Ago, useNow } from '#app/ui/age.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FilterLinks } from '#app/ui/filter-links.tsx'
import { StatTile } from '#app/ui/stat-tile.tsx'
import { useCount } from '#app/ui/use-count.ts'
import type { Route } from './+types/desk-page.ts'
import {
  type Desk,
  deskOf,
  type Growth,
  growthOf,
  growthStepIn,
  kindIn,
  type WaitingTask,
  waitingTasks,
} from './desk.server.ts'
import type { TaskWords } from './task.ts'

export async function loader({ url: { searchParams } }: Route.LoaderArgs) {
  const only = kindIn(searchParams)
  const [desk, fees, waiting, growth] = await Promise.all([
    deskOf(db),
    balanceOf(db, 'platform_revenue'),
    waitingTasks(db, only),
    growthOf(db, growthStepIn(searchParams)),
  ])
  return { desk, fees, share: shareSaid(), growth, waiting: { ...waiting, only }, served: Date.now() }
}

/** The fee in percent; null where fund drives have different ones. */
const shareSaid = () => (isFeeChanged() ? null : feePercent(newDrivesFee()))

export default function AdminDashboard({ loaderData }: Route.ComponentProps) {
  const { desk, fees, share, waiting, growth, served } = loaderData
  const { t } = useLingui()
  return (
    <AdminPage page={t`Dashboard`} text={<Trans>What needs attention, and how the platform is doing.</Trans>}>
      <section className="grid gap-3" aria-labelledby="waits">
        <h2 id="waits" className="text-xl">
          <Trans>Needs attention</Trans>
        </h2>
        <TaskList {...waiting} served={served} />
      </section>
      <DeskCards desk={desk} fees={fees} share={share} />
      <GrowthCharts growth={growth} />
    </AdminPage>
  )
}

const icon = { 'aria-hidden': true, className: 'size-5' } as const
const ksh = (cents: number) => moneyText(cents, 'KSH')

type DeskCardsProps = {
  desk: Desk
  /** The platform's share, in cents. */
  fees: number
  share: string | null
}

/** The seven cards of an administrator's first page, each a link to its page. */
function DeskCards({ desk, fees, share }: DeskCardsProps) {
  const count = useCount()
  return (
    <div className="grid gap-3 *:min-w-0 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
      <StatTile
        to="/admin/revenue-sales"
        label={<Trans>Revenue Sales</Trans>}
        value={ksh(fees)}
        hint={
          share === null ? (
            <Trans>Each fund drive’s share of its donations</Trans>
          ) : (
            <Trans>{share}% of each donation</Trans>
          )
        }
        icon={<Percent {...icon} />}
      />
      <StatTile
        to="/admin/revenue-donations"
        label={<Trans>Revenue Donations</Trans>}
        value={ksh(desk.raised)}
        hint={<Trans>Donations net of refunds</Trans>}
        icon={<TrendingUp {...icon} />}
      />
      <PeopleAndDrives desk={desk} />
      <StatTile
        to="/admin/donations"
        label={<Trans>Donations</Trans>}
        value={count(desk.gifts)}
        hint={<Trans>Gifts received</Trans>}
        icon={<HandCoins {...icon} />}
      />
      <StatTile
        to="/admin/withdrawal-requests"
        label={<Trans>Withdrawal Requests</Trans>}
        value={count(desk.requests)}
        hint={desk.requests > 0 ? <Trans>{ksh(desk.requested)} asked for</Trans> : <Trans>Nobody is waiting</Trans>}
        icon={<Hourglass {...icon} />}
      />
      <StatTile
        to="/admin/payouts"
        label={<Trans>Payouts</Trans>}
        value={ksh(desk.sent)}
        hint={<Plural value={desk.payouts} one="Sent in # payout" other="Sent in # payouts" />}
        icon={<Banknote {...icon} />}
      />
    </div>
  )
}

function PeopleAndDrives({ desk }: { desk: Desk }) {
  const { t } = useLingui()
  const count = useCount()
  return (
    <>
      <StatTile
        to="/admin/system-users"
        label={t`System Users`}
        value={count(desk.people)}
        hint={<Plural value={desk.verified} one="# has a confirmed address" other="# have a confirmed address" />}
        icon={<Users {...icon} />}
      />
      <StatTile
        to="/admin/fund-drives"
        label={t`Fund Drives`}
        value={count(desk.drives)}
        hint={<Plural value={desk.active} one="# is active" other="# are active" />}
        icon={<ClipboardList {...icon} />}
      />
    </>
  )
}

/** Shows the platform's growth in four charts. */
function GrowthCharts({ growth: { step, raised, fees, drives, people } }: { growth: Growth }) {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const to = (by: PeriodStep) => {
    const there = new URLSearchParams(search)
    there.set('by', by)
    return `?${there}`
  }
  const names = { day: t`By day`, week: t`By week`, month: t`By month` }
  const charts = [
    { what: t`Raised`, marks: raised, write: kshWriting },
    { what: t`Fees`, marks: fees, write: kshWriting },
    { what: t`New fund drives`, marks: drives },
    { what: t`New people`, marks: people },
  ]
  return (
    <section className="grid gap-4 *:min-w-0" aria-labelledby="growth">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="growth" className="text-xl">
          <Trans>Over time</Trans>
        </h2>
        <FilterLinks
          label={t`Steps of time`}
          current={step}
          choices={steps.map((id) => ({ id, to: to(id), label: names[id] }))}
        />
      </div>
      <div className="grid gap-4 *:min-w-0 xl:grid-cols-2">
        {charts.map(({ what, ...chart }) => (
          <Card key={what} level={3} title={what}>
            <ReportChart step={step} what={what} {...chart} />
          </Card>
        ))}
      </div>
    </section>
  )
}

type TaskListProps = {
  tasks: WaitingTask[]
  counts: Record<TaskKind, number>
  only: TaskKind | null
  served: number
}

/** The tasks that wait for an administrator, oldest first. Each line links to the page where the task is handled. */
function TaskList({ tasks, counts, only, served }: TaskListProps) {
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

const titles = { discrepancy: (kind: string) => kindOfDiscrepancy(kind).name, job: jobNamed }

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
