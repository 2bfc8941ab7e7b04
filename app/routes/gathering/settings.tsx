import { Trans, useLingui } from '@lingui/react/macro'
import { drivesToTie, isAnswered } from '#app/features/occasions/gatherings-of.server.ts'
import { DeleteForm, DriveForm, StatusForm } from '#app/features/occasions/settings-forms.tsx'
import { personContext } from '#app/features/people/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { Card } from '#app/ui/card.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import type { Route } from './+types/settings.ts'
import { gatheringContext } from './context.ts'
import { PageTitle } from './page-title.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { id, slug, status, drive, managed, choosesDrive } = context.get(gatheringContext)
  const [others, answered] = await Promise.all([
    managed && choosesDrive ? drivesToTie(db, context.get(personContext)!.id) : [],
    isAnswered(db, id),
  ])
  const asksDrive = !managed || choosesDrive
  return { slug, status, drive, answered, asksDrive, drives: [...(drive ? [drive] : []), ...others] }
}

/** What concerns the invitation as a whole. */
export default function Settings({ loaderData }: Route.ComponentProps) {
  const { slug, status, drive, drives, answered, asksDrive } = loaderData
  const { t } = useLingui()
  const base = `/gathering/${slug}/settings`
  return (
    <section className="grid gap-4 *:min-w-0" aria-labelledby="settings-title">
      <PageTitle page={t`Settings`} />
      <h2 id="settings-title" className="text-2xl">
        <Trans>Settings</Trans>
      </h2>
      <Card level={3} title={<Trans>Answers</Trans>}>
        <StatusForm base={base} isOpen={status === 'open'} />
      </Card>
      {asksDrive && (
        <Card level={3} title={<Trans>For a fund drive</Trans>}>
          <DriveForm key={drive?.slug ?? ''} base={base} drive={drive?.slug ?? ''} drives={drives} />
        </Card>
      )}
      <Changing>
        <Card level={3} title={<Trans>Delete the invitation</Trans>}>
          {answered ? (
            <p className="text-muted">
              <Trans>Guests have answered already. Close the invitation instead, or cancel its occasions.</Trans>
            </p>
          ) : (
            <DeleteForm base={base} />
          )}
        </Card>
      </Changing>
    </section>
  )
}
