import { Trans, useLingui } from '@lingui/react/macro'
import type { ComponentProps, ReactNode } from 'react'
import { data, Outlet } from 'react-router'
import { SecondNeeded } from '#app/admin/small-decision.tsx'
import { openApprovals } from '#app/base/approvals/approvals.server.ts'
import { doneAbout } from '#app/base/audit/admin/log-list.server.ts'
import { logView } from '#app/base/audit/admin/log-list.tsx'
import { recordAccess } from '#app/base/audit/audit.server.ts'
import { drivesOfPerson } from '#app/drives/drive/admin/drives-list.server.ts'
import { drivesView } from '#app/drives/drive/admin/drives-list.tsx'
import { isLanguage, type Language, languages } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import { shownMethods } from '#app/money/payouts/method.server.ts'
import { MethodsSeen } from '#app/money/payouts/methods.tsx'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext } from '#app/platform/request.server.ts'
import { AdminPage, BackTo, FactLine } from '#app/site/admin-page.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ListTable } from '#app/ui/list-view.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { afterEachFormAction } from '#app/ui/same-page.ts'
import { type Column, Table } from '#app/ui/table.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/system-user.ts'
import { personSeen, sessionsOf } from './people-list.server.ts'
import { RoleBadge } from './people-list.tsx'
import type { AdminPerson } from './person-admin.ts'

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const [by, language] = [actorIn(context), context.get(languageContext)]
  const person = await personSeen(db, id)
  if (!person) throw data(null, { status: 404 })
  const [sessions, drives, methods, lines, waiting] = await Promise.all([
    sessionsOf(db, id, language),
    drivesOfPerson(db, id),
    shownMethods(db, id, language),
    doneAbout(db, 'person', id),
    openApprovals(db, ['role', 'restore'], id),
    recordAccess(db, { by, noun: 'person', subject: id }),
  ])
  return { person, sessions, drives, methods, lines, waiting, isSelf: by.id === id }
}

// A second administrator sees the first one's decision.
export const shouldRevalidate = afterEachFormAction

/** A person's page with all that is stored about them. Decisions open above the page. */
export default function SystemUser({ loaderData }: Route.ComponentProps) {
  const { person, sessions, drives, methods, lines, waiting, isSelf } = loaderData
  const { t } = useLingui()
  useLive([`person:${person.id}`])
  return (
    <AdminPage page={person.fullName} text={<BackTo to="/admin/system-users">{t`All people`}</BackTo>}>
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
    </AdminPage>
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

/** Links to decisions about a person. Nobody decides about themselves. */
function PersonWays({ person, isSelf }: { person: AdminPerson; isSelf: boolean }) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  const base = `/admin/system-users/${person.id}`
  if (isSelf)
    return (
      <Notice title={<Trans>This is you</Trans>}>
        <Trans>Another administrator has to decide about you. Your own account is in the settings.</Trans>
      </Notice>
    )
  return (
    <div className="flex flex-wrap gap-3">
      {person.suspension ? (
        <LinkButton to={`${base}/restore`} preventScrollReset>
          <Trans>Restore</Trans>
        </LinkButton>
      ) : (
        <LinkButton to={`${base}/suspend`} preventScrollReset variant="secondary" className="text-stop">
          <Trans>Suspend</Trans>
        </LinkButton>
      )}
      <LinkButton to={`${base}/role`} preventScrollReset variant="secondary">
        <Trans>Change role</Trans>
      </LinkButton>
      <LinkButton to={`${base}/end-sessions`} preventScrollReset variant="secondary">
        <Trans>End sessions</Trans>
      </LinkButton>
      {person.role !== 'admin' && (
        <LinkButton to={`${base}/${person.hasEmail ? 'email' : 'phone'}`} preventScrollReset variant="secondary">
          {person.hasEmail ? <Trans>Change email</Trans> : <Trans>Change phone</Trans>}
        </LinkButton>
      )}
      {!person.verified && (
        <Form method="post" action={`${base}/resend`}>
          <Button variant="secondary" busy={busy} busyText={t`Sending...`}>
            <Trans>Resend verification</Trans>
          </Button>
        </Form>
      )}
    </div>
  )
}

/** The time and reason of a suspension. */
function Suspension({ suspension }: Pick<AdminPerson, 'suspension'>) {
  const { i18n } = useLingui()
  if (!suspension) return null
  const since = momentIn(i18n.locale as Language, suspension.at)
  return (
    <Notice tone="warn" title={<Trans>Suspended since {since}</Trans>}>
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {suspension.why}
      </p>
    </Notice>
  )
}

/** The person's own profile data, and our records of them. */
function ProfileCard({ person }: { person: AdminPerson }) {
  const { t, i18n } = useLingui()
  const moment = (at: Date) => momentIn(i18n.locale as Language, at)
  const spoken = isLanguage(person.language) ? languages[person.language] : t`As their browser says`
  return (
    <Card title={<Trans>Profile</Trans>} action={<Avatar name={person.fullName} src={person.avatar} />}>
      <dl className="grid gap-2">
        <Line label={t`Full Name`}>{person.fullName}</Line>
        <Line label={t`Username`}>{person.username}</Line>
        <Line label={person.hasEmail ? t`Email` : t`Phone`}>{person.email}</Line>
        <Line label={t`Verified`}>{person.verified ? t`Yes` : t`No`}</Line>
        <Line label={t`Role`}>
          <RoleBadge role={person.role} />
        </Line>
        <Line label={t`Two-factor sign-in`}>{person.twoFactor ? t`On` : t`Off`}</Line>
        <Line label={t`Language`}>{spoken}</Line>
        <Line label={t`Joined`}>{moment(person.joined)}</Line>
        <Line label={t`Last seen`}>{moment(person.seen)}</Line>
      </dl>
    </Card>
  )
}

const Line = (fact: ComponentProps<typeof FactLine>) => <FactLine {...fact} className="figures" />

type Device = { id: string; browser: string; system: string; address: string | null; since: string; used: string }

/** The devices they are signed in on. Of an IP address only the network is stored. */
function SessionsTable({ sessions }: { sessions: Device[] }) {
  const { t } = useLingui()
  const columns: Column<Device>[] = [
    {
      key: 'device',
      head: t`Device`,
      lead: true,
      cell: ({ browser, system }) => [browser, system].filter(Boolean).join(', ') || t`Unknown device`,
    },
    { key: 'address', head: t`Network`, cell: ({ address }) => <span className="figures">{address || '–'}</span> },
    { key: 'since', head: t`Signed in`, cell: ({ since }) => since },
    { key: 'used', head: t`Last used`, cell: ({ used }) => used },
  ]
  return (
    <Table
      caption={t`Sessions`}
      columns={columns}
      rows={sessions}
      rowKey={({ id }) => id}
      empty={
        <EmptyState
          level={3}
          title={<Trans>Not signed in anywhere</Trans>}
          text={<Trans>Each device that they sign in on will appear here.</Trans>}
        />
      }
    />
  )
}
