import { Trans, useLingui } from '@lingui/react/macro'
import { data, Outlet, useLocation, useMatches } from 'react-router'
import { CampaignHead, OnTheWay, StoppedNotice } from '#app/drives/drive/campaign/head.tsx'
import { useCampaignWays } from '#app/drives/drive/campaign/ways.tsx'
import { driveToRead } from '#app/drives/drive/drive.server.ts'
import { daysLeft } from '#app/drives/drive/drive.ts'
import { linkCardOf } from '#app/drives/drive/preview-picture.server.ts'
import { nextStepOfDrive } from '#app/drives/drive/steps.ts'
import { DriveNotice } from '#app/invitations/helpers/member-notice.tsx'
import { roleOfHelper } from '#app/invitations/helpers/members.server.ts'
import { dayAt } from '#app/kit/time.ts'
import { personContext, requirePerson } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'
import { noSuchDrive } from '#app/site/not-found.tsx'
import { OwnPages } from '#app/site/own-pages.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Notice } from '#app/ui/notice.tsx'
import { ReadOnly } from '#app/ui/read-only.tsx'
import { SidebarLayout, useBeginningInSight, wayAt } from '#app/ui/sidebar.tsx'
import { sidebarIsOpen } from '#app/ui/sidebar-cookie.ts'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/layout.ts'
import { aroundOf, nothingAround } from './around.server.ts'
import { driveContext, helpsContext, readOnlyContext } from './context.tsx'
import { ownersOrAdmins, rightNeeded } from './guards.server.ts'

export const middleware: Route.MiddlewareFunction[] = [
  requirePerson,
  async ({ context, params }) => {
    const person = context.get(personContext)!
    const drive = await driveToRead(db, person, params.slug ?? '')
    if (!drive) throw data(noSuchDrive, { status: 404 })
    context.set(driveContext, drive)
    context.set(readOnlyContext, !drive.managed)
    if (drive.ownerId !== person.id)
      context.set(helpsContext, await roleOfHelper(db, { fund_drive_id: drive.id }, person.id))
  },
  ownersOrAdmins,
  rightNeeded,
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { description, picture, ...drive } = context.get(driveContext)
  const today = dayAt(new Date())
  const helps = context.get(helpsContext)
  const around = await part(context, aroundOf(drive, today, helps))
  const { standing, waits, credits, hasPaywall, paybill, gathering } = around === 'failed' ? nothingAround : around
  const step =
    !helps &&
    drive.stopped === null &&
    standing !== 'failed' &&
    nextStepOfDrive({
      draft: drive.draft,
      status: drive.status,
      described: description !== null,
      pictured: picture !== null,
      views: hasPaywall ? (credits?.level ?? 'exhausted') : 'plenty',
    })
  return {
    drive: { ...drive, helps, left: daysLeft(drive.endDate, today) },
    standing,
    waits,
    readOnly: context.get(readOnlyContext),
    paybill,
    gathering,
    card: linkCardOf(context.get(driveContext), namedOrigin(context.get(askedContext))),
    next: step ? { step, slug: drive.slug, remaining: credits?.remaining ?? 0 } : null,
    canBeSeenBy: hasPaywall ? (credits?.remaining ?? 0) : ('everybody' as const),
    sidebar: sidebarIsOpen(request.headers.get('cookie')),
  }
}

export default function Layout({ loaderData }: Route.ComponentProps) {
  const { drive, standing, card, paybill, canBeSeenBy, next, sidebar, readOnly, waits, gathering } = loaderData
  const { t } = useLingui()
  const { pathname } = useLocation()
  const ways = useCampaignWays(drive.slug, waits, { helps: drive.helps, looks: readOnly, gathering })
  const here = wayAt(ways, pathname)
  const alone = useMatches().some(({ handle }) => (handle as { alone?: boolean } | undefined)?.alone)
  const home = pathname.endsWith('/home')
  const page = useBeginningInSight<HTMLDivElement>()
  useLive([`drive:${drive.id}`])
  if (alone) return <Outlet />
  return (
    <OwnPages>
      <ReadOnly when={readOnly}>
        <SidebarLayout
          label={t`Fund drive`}
          groups={ways}
          here={here?.label ?? t`Menu`}
          initiallyOpen={sidebar}
          keepPlace
        >
          <div className={cx('grid *:min-w-0', home ? 'mb-8 gap-4' : 'mb-2 gap-3 md:-mt-6')}>
            {readOnly && <OnlyLooking slug={drive.slug} />}
            {home && <DriveNotice drive={drive} gathering={gathering} />}
            {drive.stopped !== null && <StoppedNotice why={drive.stopped} />}
            <CampaignHead
              {...{ drive, standing, card, paybill, home }}
              views={drive.helps ? null : canBeSeenBy}
              next={readOnly ? null : next}
              saysBalance={drive.helps !== null || pathname.includes('/payouts')}
            />
          </div>
          <div ref={page} className="scroll-mt-20">
            <Outlet />
          </div>
        </SidebarLayout>
      </ReadOnly>
      <OnTheWay />
    </OwnPages>
  )
}

/** A notice above the pages of another person's drive, for administrators. */
const OnlyLooking = ({ slug }: { slug: string }) => (
  <Notice
    title={<Trans>You see this fund drive as an administrator. Nothing can be changed here.</Trans>}
    action={
      <LinkButton to={`/admin/fund-drives/${slug}`} variant="secondary" size="small">
        <Trans>Back to the administration</Trans>
      </LinkButton>
    }
  >
    <Trans>Pages that name people are written into the audit log when you open them.</Trans>
  </Notice>
)
