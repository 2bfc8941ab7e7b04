import { Trans, useLingui } from '@lingui/react/macro'
import { OfficePage } from '#app/features/site/office-page.tsx'
import { JobList } from '#app/features/stats/job-list.tsx'
import { failedJobs } from '#app/features/stats/jobs.server.ts'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/jobs.ts'

export const loader = async () => ({ jobs: await failedJobs(db), served: Date.now() })

export default function Jobs({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <OfficePage
      page={t`Failed jobs`}
      text={<Trans>Work that was tried for sixteen hours and could not be done. Mend the cause first.</Trans>}
    >
      <JobList {...loaderData} />
    </OfficePage>
  )
}
