import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { data, Outlet } from 'react-router'
import { SecondNeeded } from '#app/admin/second-needed.tsx'
import { doneAbout } from '#app/base/audit/admin/log.server.ts'
import { logView } from '#app/base/audit/admin/log-list.tsx'
import { recordLook } from '#app/base/audit/audit.server.ts'
import { proposals } from '#app/base/audit/two-administrators.server.ts'
import { drivesOfPerson } from '#app/drives/drive/admin/drives-list.server.ts'
import { drivesView } from '#app/drives/drive/admin/drives-list.tsx'
import { MethodsSeen } from '#app/money/payouts/admin/methods-seen.tsx'
import { shownMethods } from '#app/money/payouts/method.server.ts'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext } from '#app/platform/request.server.ts'
import { BackTo, OfficePage } from '#app/site/office-page.tsx'
import { Card } from '#app/ui/card.tsx'
import { ListTable } from '#app/ui/list-view.tsx'
import { afterEachDeed } from '#app/ui/same-page.ts'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/system-user.ts'
import { personSeen, sessionsOf } from './person.server.ts'
import { ProfileCard, SessionsTable, Suspension } from './person-cards.tsx'
import { PersonWays } from './person-ways.tsx'

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const [by, language] = [actorIn(context), context.get(languageContext)]
  const person = await personSeen(db, id)
  if (!person) throw data(null, { status: 404 })
  const [sessions, drives, methods, lines, waiting] = await Promise.all([
    sessionsOf(db, id, language),
    drivesOfPerson(db, id),
    shownMethods(db, id, language),
    doneAbout(db, 'person', id),
    proposals(db, ['role', 'restore'], id),
    recordLook(db, { by, noun: 'person', subject: id }),
  ])
  return { person, sessions, drives, methods, lines, waiting, isSelf: by.id === id }
}

// A person who comes second sees what the first one did.
export const shouldRevalidate = afterEachDeed

/** One person with all that is kept of them. The decisions stand over the page. */
export default function SystemUser({ loaderData }: Route.ComponentProps) {
  const { person, sessions, drives, methods, lines, waiting, isSelf } = loaderData
  const { t } = useLingui()
  useLive([`person:${person.id}`])
  return (
    <OfficePage page={person.fullName} text={<BackTo to="/admin/system-users">{t`All people`}</BackTo>}>
      <Suspension suspension={person.suspension} />
      {waiting.map((one) => (
        <SecondNeeded key={one.subject} asked={one}>
          <Trans>Make this person an administrator</Trans>
        </SecondNeeded>
      ))}
      <PersonWays person={person} isSelf={isSelf} />
      <div className="grid items-start gap-5 *:min-w-0 lg:grid-cols-[2fr_3fr]">
        <div className="grid gap-5 *:min-w-0">
          <ProfileCard person={person} />
          <MethodsSeen methods={methods} />
        </div>
        <Section title={t`Sessions`}>
          <SessionsTable sessions={sessions} />
        </Section>
      </div>
      <Section title={t`Fund Drives`}>
        <ListTable view={drivesView} rows={drives} without={['owner']} empty={<NoDrives />} />
      </Section>
      <Section title={t`What administrators did`}>
        <ListTable view={logView} rows={lines} without={['about']} empty={<NothingDone />} />
      </Section>
      <Outlet context={person} />
    </OfficePage>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="grid gap-3 *:min-w-0">
    <h2 className="text-xl">{title}</h2>
    {children}
  </section>
)

const NoDrives = () => (
  <Card>
    <Trans>No fund drives yet</Trans>
  </Card>
)
const NothingDone = () => (
  <Card>
    <Trans>No decisions yet.</Trans>
  </Card>
)
