import { Trans, useLingui } from '@lingui/react/macro'
import { shownTo } from '#app/admin/list.server.ts'
import { ListPage } from '#app/admin/list-page.tsx'
import { db } from '#app/platform/db.server.ts'
import { useNow } from '#app/ui/age.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/jobs-page.ts'
import { jobsList } from './jobs-list.server.ts'
import { jobsView } from './jobs-list.tsx'

export async function loader(asked: Route.LoaderArgs) {
  return { shown: await shownTo(db, jobsList, asked), served: Date.now() }
}

export default function Jobs({ loaderData: { shown, served } }: Route.ComponentProps) {
  const { t } = useLingui()
  const now = useNow(served)
  // The form action outlives the row of its job, so that its answer is still shown.
  const formAction = useFormAction()
  return (
    <ListPage
      view={jobsView}
      shown={shown}
      more={{ now, formAction }}
      page={t`Failed jobs`}
      text={<Trans>Jobs that failed for sixteen hours. Fix the cause first.</Trans>}
    />
  )
}
