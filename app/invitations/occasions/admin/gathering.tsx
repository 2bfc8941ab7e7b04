import { Trans, useLingui } from '@lingui/react/macro'
import { data, Link, Outlet } from 'react-router'
import { doneAbout } from '#app/base/audit/admin/log-list.server.ts'
import { logView } from '#app/base/audit/admin/log-list.tsx'
import { recordAccess } from '#app/base/audit/audit.server.ts'
import { reportReasonWords } from '#app/invitations/guests/invitation.ts'
import type { Language } from '#app/kit/languages.ts'
import { dayIn, momentIn } from '#app/kit/time.ts'
import { OwnerName } from '#app/people/accounts/admin/people-list.tsx'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { AdminPage, BackTo, FactLine } from '#app/site/admin-page.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ListTable } from '#app/ui/list-view.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { afterEachFormAction } from '#app/ui/same-page.ts'
import { useCount } from '#app/ui/use-count.ts'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/gathering.ts'
import type { AdminGathering, GuestReport } from './gathering-admin.ts'
import { gatheringSeen } from './gatherings-list.server.ts'
import { GatheringStanding } from './gatherings-list.tsx'

export async function loader({ params: { slug }, context }: Route.LoaderArgs) {
  const by = actorIn(context)
  const gathering = await gatheringSeen(db, slug)
  if (!gathering) throw data(null, { status: 404 })
  const [lines] = await Promise.all([
    doneAbout(db, 'gathering', gathering.id),
    recordAccess(db, { by, noun: 'gathering', subject: gathering.id }),
  ])
  return { gathering, lines, isOwn: gathering.owner.id === by.id }
}

// A second administrator sees what the first one did.
export const shouldRevalidate = afterEachFormAction

/** One invitation: its owner, the reports of guests, and the acts of administrators. */
export default function Gathering({ loaderData: { gathering, lines, isOwn } }: Route.ComponentProps) {
  const { t } = useLingui()
  useLive([`gathering:${gathering.id}`])
  return (
    <AdminPage page={gathering.title} text={<BackTo to="/admin/gatherings">{t`All invitations`}</BackTo>}>
      <GatheringHolds {...gathering} />
      <GatheringWays gathering={gathering} isOwn={isOwn} />
      <GatheringFacts gathering={gathering} />
      <GuestReports slug={gathering.slug} reports={gathering.seen} isOwn={isOwn} />
      <section aria-labelledby="done" className="grid gap-3 *:min-w-0">
        <h2 id="done" className="text-xl">
          <Trans>What administrators did</Trans>
        </h2>
        <ListTable view={logView} rows={lines} without={['about']} empty={<Card>{t`No decisions yet.`}</Card>} />
      </section>
      <Outlet context={gathering} />
    </AdminPage>
  )
}

/** The decisions about an invitation. Nobody decides about their own. */
function GatheringWays({ gathering, isOwn }: { gathering: AdminGathering; isOwn: boolean }) {
  const base = `/admin/gatherings/${gathering.slug}`
  const isStopped = gathering.status === 'stopped'
  if (isOwn)
    return (
      <Notice title={<Trans>This invitation is yours</Trans>}>
        <Trans>Another administrator has to decide about it.</Trans>
      </Notice>
    )
  return (
    <div className="flex flex-wrap gap-3">
      {(isStopped || gathering.toAllow > 0) && (
        <LinkButton to={`${base}/allow`} preventScrollReset>
          <Trans context="invitation">Allow</Trans>
        </LinkButton>
      )}
      {!isStopped && (
        <LinkButton to={`${base}/stop`} preventScrollReset variant="secondary" className="text-stop">
          <Trans context="invitation">Stop</Trans>
        </LinkButton>
      )}
      <LinkButton to={`/gathering/${gathering.slug}/home`} variant="secondary">
        <Trans>The host’s pages</Trans>
      </LinkButton>
    </div>
  )
}

/** The notices that we stopped the invitation and why, or that its messages wait because of reports. */
function GatheringHolds({ stoppedWhy, paused }: Pick<AdminGathering, 'stoppedWhy' | 'paused'>) {
  return (
    <>
      {stoppedWhy && (
        <Notice tone="warn" title={<Trans>Stopped by us</Trans>}>
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {stoppedWhy}
          </p>
        </Notice>
      )}
      {paused && (
        <Notice tone="warn" title={<Trans>Its messages wait</Trans>}>
          <Trans>Guests of three different networks reported it. Nothing is sent until you decide.</Trans>
        </Notice>
      )}
    </>
  )
}

/** The facts of an invitation and its owner. */
function GatheringFacts({ gathering }: { gathering: AdminGathering }) {
  const { t, i18n } = useLingui()
  const count = useCount()
  const language = i18n.locale as Language
  const { owner, drive, day } = gathering
  return (
    <Card title={<Trans>Invitation</Trans>} className="@container">
      <dl className="grid gap-x-12 gap-y-2 lg:grid-cols-2">
        <FactLine label={t`Status`}>
          <GatheringStanding {...gathering} />
        </FactLine>
        <FactLine label={t({ message: 'Owner', context: 'invitation' })}>
          <OwnerName owner={owner} />
        </FactLine>
        <FactLine label={t`Hosts`}>{gathering.hosts}</FactLine>
        {drive && (
          <FactLine label={t`Fund drive`}>
            <Link to={`/admin/fund-drives/${drive.slug}`} className="text-link">
              {drive.title}
            </Link>
          </FactLine>
        )}
        <FactLine label={t`Last occasion`}>{day ? dayIn(language, day) : '–'}</FactLine>
        <FactLine label={t`Created`}>{momentIn(language, gathering.created)}</FactLine>
        <FactLine label={t`Guests`}>{count(gathering.guests)}</FactLine>
        <FactLine label={t`Cards sent`}>{count(gathering.sent)}</FactLine>
        <FactLine label={t`Guests who answered`}>{count(gathering.answered)}</FactLine>
      </dl>
    </Card>
  )
}

/** The reports of guests about it, the newest first. */
function GuestReports({ slug, reports, isOwn }: { slug: string; reports: GuestReport[]; isOwn: boolean }) {
  return (
    <Card title={<Trans>What guests reported</Trans>}>
      {reports.length === 0 && (
        <p className="text-muted">
          <Trans>No guest has reported it.</Trans>
        </p>
      )}
      <ul className="grid gap-4">
        {reports.map((report) => (
          <Report key={`${report.reason} ${report.id}`} slug={slug} report={report} isOwn={isOwn} />
        ))}
      </ul>
    </Card>
  )
}

function Report({ slug, report, isOwn }: { slug: string; report: GuestReport; isOwn: boolean }) {
  const { t, i18n } = useLingui()
  const { reason, words, guest, phone, at, lookedAt, goneAt, keptAt, photo } = report
  const isOpen = !lookedAt && !goneAt
  return (
    <li className="grid gap-1">
      <span className="flex flex-wrap items-center gap-2 font-semibold">
        {reason === 'photo' ? t`Asks to have a photo taken down` : i18n._(reportReasonWords[reason])}
        {isOpen && (
          <Badge tone="warn">
            <Trans context="report">Open</Trans>
          </Badge>
        )}
      </span>
      {words && (
        <p className="wrap-anywhere whitespace-pre-wrap" dir="auto">
          {words}
        </p>
      )}
      <span className="figures flex flex-wrap gap-x-2 text-muted text-sm">
        <span>{momentIn(i18n.locale as Language, at)}</span>
        {guest && <bdi>{guest}</bdi>}
        {phone && <span>{phone}</span>}
      </span>
      {goneAt && <p className="text-sm">{t`The photo was taken down.`}</p>}
      {keptAt && !goneAt && <p className="text-sm">{t`The host keeps the photo.`}</p>}
      {photo && <ReportedPhoto base={`/admin/gatherings/${slug}/photos/${photo.id}`} {...{ photo, isOpen, isOwn }} />}
    </li>
  )
}

type ReportedProps = { base: string; photo: NonNullable<GuestReport['photo']>; isOpen: boolean; isOwn: boolean }

function ReportedPhoto({ base, photo, isOpen, isOwn }: ReportedProps) {
  const { t } = useLingui()
  return (
    <div className="mt-1 flex flex-wrap items-center gap-3">
      <Picture
        picture={photo}
        alt={photo.alt || t`The photo`}
        sizes="8rem"
        className="aspect-[4/3] w-32 rounded-control bg-well"
      />
      {!isOwn && (
        <LinkButton to={`${base}/take-down`} preventScrollReset variant="secondary" className="text-stop">
          <Trans>Take it down</Trans>
        </LinkButton>
      )}
      {!isOwn && isOpen && (
        <LinkButton to={`${base}/keep`} preventScrollReset variant="secondary">
          <Trans>Keep it</Trans>
        </LinkButton>
      )}
    </div>
  )
}
