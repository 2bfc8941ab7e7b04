import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { jobs } from '#app/admin/declared.ts'
import { WhyLine } from '#app/admin/small-decision.tsx'
import { search } from '#app/kit/list.ts'
import type { Says, Words } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { Ago } from '#app/ui/age.tsx'
import { Button } from '#app/ui/button.tsx'
import { listView } from '#app/ui/list-view.tsx'
import type { useFormAction } from '#app/ui/use-form-action.tsx'

/** The page's data beside the jobs: when it was made, and the form action, which outlives a job's row. */
type Around = { now: number; formAction: ReturnType<typeof useFormAction> }

/** The jobs that have used all their attempts, each with the actions possible. */
export const jobsView = listView<FailedJob, { count: number }, Around>()({
  address: '/admin/jobs',
  caption: msg`Failed jobs`,
  fields: { search: search(msg`Job, or what went wrong`) },
  columns: [
    { key: 'id', head: msg`Number`, plain: ({ id }) => id },
    {
      key: 'name',
      head: msg`Job`,
      lead: true,
      sortable: true,
      cell: ({ id, name, error }, { words }) => (
        <span id={`job-${id}`} className="grid max-w-prose gap-1">
          <span className="font-semibold">{words._(jobNamed(name))}</span>
          <code className="wrap-anywhere font-normal text-muted text-sm">{name}</code>
          {error && <span className="wrap-anywhere font-mono font-normal text-sm">{error}</span>}
        </span>
      ),
      plain: ({ name }) => name,
    },
    {
      key: 'tries',
      head: msg`Tries`,
      align: 'right',
      sortable: true,
      cell: ({ tries }) => tries,
      plain: ({ tries }) => tries,
    },
    {
      key: 'since',
      head: msg`Since`,
      sortable: true,
      cell: ({ since }, { more }) => <Ago at={since} now={more.now} />,
      plain: ({ since }, { language }) => momentIn(language, since),
    },
    {
      key: 'last',
      head: msg`Tried last`,
      sortable: true,
      cell: ({ last }, { more }) => <Ago at={last} now={more.now} />,
      plain: ({ last }, { language }) => momentIn(language, last),
    },
    { key: 'error', head: msg`What went wrong`, plain: ({ error }) => error },
    {
      key: 'way',
      head: msg`What to do`,
      cell: (job, { more }) => <DealWith job={job} formAction={more.formAction} />,
    },
  ],
  rowKey: ({ id }) => id,
  empty: {
    none: {
      title: msg`No failed jobs`,
      text: msg`An email or another job that failed after many tries will appear here.`,
    },
    narrowed: { title: msg`No such jobs`, all: msg`Show all failed jobs` },
  },
  foot: ({ count }) => (
    <p className="figures">
      <Plural value={count} one="# failed job" other="# failed jobs" />
    </p>
  ),
  first: msg`Back to the first page`,
  hidesBar: true,
})

type DealProps = { job: FailedJob; formAction: ReturnType<typeof useFormAction> }

const DealWith = ({ job, formAction }: DealProps) => (
  <details className="group/job @2xl:min-w-64">
    <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-link">
      <Trans>Resolve</Trans>
    </summary>
    <Decide {...{ job, formAction }} />
  </details>
)

function Decide({ job, formAction: { Form, busy, answer } }: DealProps) {
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

export const jobTexts = {
  noJob: msg`Another administrator has already dealt with this job.`,
  again: { title: msg`The job is tried again` },
  dropped: { title: msg`The job was dropped` },
  failed: { title: msg`The job could not be changed` },
} satisfies Record<string, Says | unknown>

/** A job that has used all its attempts. */
export type FailedJob = { id: string; name: string; tries: number; since: Date; last: Date; error: string }

/** Returns the job's words; its bare name if only an older or newer version knows the job. */
export const jobNamed = (name: string): Words => (isJob(name) ? jobs[name] : { id: name, message: name })

const isJob = (name: string): name is keyof typeof jobs => Object.hasOwn(jobs, name)
