import { Trans, useLingui } from '@lingui/react/macro'
import { data, Outlet } from 'react-router'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { OfficePage } from '#app/site/office-page.tsx'
import { Card } from '#app/ui/card.tsx'
import { afterEachDeed } from '#app/ui/same-page.ts'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/payout.ts'
import { AttemptsTable } from './attempts-table.tsx'
import { CheckCard } from './check.tsx'
import { GiftsCovered } from './gifts-covered.tsx'
import { NextStep } from './next-step.tsx'
import { wholeStoryOf } from './one.server.ts'
import { PostingsTable } from './postings-table.tsx'
import { RequestFacts } from './request-facts.tsx'
import { StateCell } from './state-cell.tsx'
import { StoryList } from './story-list.tsx'

export async function loader({ params, context }: Route.LoaderArgs) {
  const story = await wholeStoryOf(db, params.payout, actorIn(context))
  if (!story) throw data(null, { status: 404 })
  return story
}

// A person who comes second sees what the first one did.
export const shouldRevalidate = afterEachDeed

/** One withdrawal with all that is known of it. */
export default function Payout({ loaderData: about }: Route.ComponentProps) {
  const { t } = useLingui()
  useLive(['office:desk'])
  const { request, attempts, steps, postings, covered } = about
  const { id, driveId } = request
  return (
    <OfficePage page={t`Payout ${id}`} actions={<StateCell payout={request} />}>
      <NextStep about={about} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card title={<Trans>What was asked for</Trans>}>
          <RequestFacts request={request} isWhole />
        </Card>
        <CheckCard request={request} />
      </div>
      <GiftsCovered covered={covered} driveId={driveId} />
      <Card title={<Trans>Attempts</Trans>}>
        <AttemptsTable attempts={attempts} />
      </Card>
      <Card title={<Trans>Timeline</Trans>}>
        <StoryList steps={steps} />
      </Card>
      <Card title={<Trans>Postings</Trans>}>
        <PostingsTable postings={postings} />
      </Card>
      <Outlet />
    </OfficePage>
  )
}
