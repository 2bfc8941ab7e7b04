import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { WhyLine } from '#app/office/why-line.tsx'
import { Ago, useNow } from '#app/ui/age.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { type Column, Table } from '#app/ui/table.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import { jobNamed } from './job-names.ts'
import type { FailedJob } from './jobs.server.ts'

type JobListProps = { jobs: FailedJob[]; count: number; search: string; served: number }

/** The jobs that were tried as often as they may be, each with what can be done. */
export function JobList({ jobs, count, search, served }: JobListProps) {
  const { t, i18n } = useLingui()
  const now = useNow(served)
  // It stays when the job goes, so that what became of it is still said.
  const deed = useDeed()
  const columns: Column<FailedJob>[] = [
    {
      ...{ key: 'name', head: t`Job`, lead: true, sortable: true },
      cell: ({ id, name, error }) => (
        <span id={`job-${id}`} className="grid max-w-prose gap-1">
          <span className="font-semibold">{i18n._(jobNamed(name))}</span>
          <code className="wrap-anywhere font-normal text-muted text-sm">{name}</code>
          {error && <span className="wrap-anywhere font-mono font-normal text-sm">{error}</span>}
        </span>
      ),
    },
    { key: 'tries', head: t`Tries`, cell: ({ tries }) => tries, align: 'right', sortable: true },
    { key: 'since', head: t`Since`, cell: ({ since }) => <Ago at={since} now={now} />, sortable: true },
    { key: 'last', head: t`Tried last`, cell: ({ last }) => <Ago at={last} now={now} />, sortable: true },
    { key: 'deed', head: t`What to do`, cell: (job) => <DealWith {...{ job, deed }} /> },
  ]
  return (
    <Table
      caption={t`Failed jobs`}
      columns={columns}
      rows={jobs}
      rowKey={({ id }) => id}
      empty={<Nothing search={search} />}
      foot={
        <p className="figures">
          <Plural value={count} one="# failed job" other="# failed jobs" />
        </p>
      }
    />
  )
}

const Nothing = ({ search }: { search: string }) =>
  search ? (
    <EmptyState
      title={<Trans>No such jobs</Trans>}
      text={<Trans>No results.</Trans>}
      action={
        <LinkButton to="?" variant="secondary">
          <Trans>Show all failed jobs</Trans>
        </LinkButton>
      }
    />
  ) : (
    <EmptyState
      title={<Trans>No failed jobs</Trans>}
      text={<Trans>An email or another job that failed after many tries will appear here.</Trans>}
    />
  )

type DealProps = { job: FailedJob; deed: ReturnType<typeof useDeed> }

const DealWith = ({ job, deed }: DealProps) => (
  <details className="group/job @2xl:min-w-64">
    <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-link">
      <Trans>Resolve</Trans>
    </summary>
    <Decide {...{ job, deed }} />
  </details>
)

function Decide({ job, deed: { Form, busy, answer } }: DealProps) {
  const { t } = useLingui()
  return (
    <Form method="post" action="/admin/jobs/again" className="mt-2 grid max-w-xl gap-4 text-left">
      <input type="hidden" name="job" value={job.id} />
      <WhyLine answer={answer?.typed?.job === job.id ? answer : undefined} />
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} busyText={t`Saving...`}>{t`Try again`}</Button>
        <Button variant="danger" formAction="/admin/jobs/drop" busy={busy} busyText={t`Saving...`}>
          {t`Drop this job`}
        </Button>
      </div>
    </Form>
  )
}
