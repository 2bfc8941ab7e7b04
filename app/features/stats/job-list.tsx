import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Ago, useNow } from '#app/ui/age.tsx'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import { WhyLine } from '../audit/why-line.tsx'
import type { FailedJob } from './jobs.server.ts'

/** The jobs that were tried as often as they may be, each with what can be done. */
export function JobList({ jobs, served }: { jobs: FailedJob[]; served: number }) {
  const { t } = useLingui()
  const now = useNow(served)
  if (jobs.length === 0)
    return (
      <EmptyState
        title={<Trans>No failed jobs</Trans>}
        text={<Trans>A mail or another job that could not be done after many tries will stand here.</Trans>}
      />
    )
  return (
    <ol aria-label={t`Failed jobs`} className="divide-y divide-line rounded-card border border-line bg-card">
      {jobs.map((job) => (
        <li key={job.id} className="grid gap-2 p-4">
          <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
            <h2 className="font-sans font-semibold text-base">{job.name}</h2>
            <span className="text-muted text-sm">
              <Plural value={job.tries} one="# try" other="# tries" />
            </span>
            <Ago at={job.since} now={now} />
          </div>
          {job.error && <p className="break-words font-mono text-sm">{job.error}</p>}
          <details className="group/job">
            <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-link">
              <Trans>Deal with it</Trans>
            </summary>
            <Decide job={job} />
          </details>
        </li>
      ))}
    </ol>
  )
}

function Decide({ job }: { job: FailedJob }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useDeed()
  return (
    <Form method="post" action="/admin/jobs/again" className="mt-2 grid max-w-xl gap-4">
      <input type="hidden" name="job" value={job.id} />
      <WhyLine answer={answer} />
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} busyText={t`Saving...`}>{t`Try again`}</Button>
        <Button variant="danger" formAction="/admin/jobs/drop" busy={busy} busyText={t`Saving...`}>
          {t`Drop this job`}
        </Button>
      </div>
    </Form>
  )
}
