import { Trans, useLingui } from '@lingui/react/macro'
import { OfficePage } from '#app/features/site/office-page.tsx'
import { JobList } from '#app/office/jobs/job-list.tsx'
import { failedJobs, jobsAsked } from '#app/office/jobs/jobs.server.ts'
import { db } from '#app/platform/db.server.ts'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { ExportCsv } from '#app/ui/export-csv.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'
import { ListFilter } from '#app/ui/list-filter.tsx'
import type { Route } from './+types/jobs.ts'

export async function loader({ url: { searchParams } }: Route.LoaderArgs) {
  const asked = jobsAsked(searchParams)
  const found = await failedJobs(db, asked)
  return { ...found, search: asked.search, query: String(searchParams), served: Date.now() }
}

export default function Jobs({ loaderData: { jobs, count, next, search, query, served } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <OfficePage
      page={t`Failed jobs`}
      text={<Trans>Jobs that failed for sixteen hours. Fix the cause first.</Trans>}
      actions={jobs.length > 0 && <ExportCsv href={`/admin/jobs.csv?${query}`} />}
    >
      {(search || count > 0) && (
        <ListFilter label={t`Failed jobs`} narrowed={Boolean(search)}>
          <Field label={<Trans>Search</Trans>} name="search" className="w-full sm:w-72">
            <Input type="search" defaultValue={search} maxLength={100} placeholder={t`Job, or what went wrong`} />
          </Field>
        </ListFilter>
      )}
      <JobList {...{ jobs, count, search, served }} />
      <CursorPages next={next} param="after" first={<Trans>Back to the first page</Trans>} />
    </OfficePage>
  )
}
