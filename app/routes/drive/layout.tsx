import { useLingui } from '@lingui/react/macro'
import { data, Outlet, useLocation, useMatches } from 'react-router'
import { countComments } from '#app/features/comments/comment.server.ts'
import { Figures } from '#app/features/drives/campaign/figures.tsx'
import { Folded } from '#app/features/drives/campaign/folded.tsx'
import { CampaignHeader } from '#app/features/drives/campaign/header.tsx'
import { NextLine } from '#app/features/drives/campaign/next-line.tsx'
import { nextStepOf } from '#app/features/drives/campaign/next-step.ts'
import { OnTheWay } from '#app/features/drives/campaign/on-the-way.tsx'
import { ShareCard } from '#app/features/drives/campaign/share-card.tsx'
import { standingOf } from '#app/features/drives/campaign/standing.ts'
import { StoppedNotice } from '#app/features/drives/campaign/stopped-notice.tsx'
import { useCampaignWays } from '#app/features/drives/campaign/ways.tsx'
import { driveToRead } from '#app/features/drives/drive.server.ts'
import { daysLeft } from '#app/features/drives/drive.ts'
import { balanceNow } from '#app/features/payouts/request.server.ts'
import { personContext, requirePerson } from '#app/features/people/session.server.ts'
import { noSuchDrive } from '#app/features/site/drive-not-found.tsx'
import { OnlyLooking } from '#app/features/site/only-looking.tsx'
import { OwnPages } from '#app/features/site/own-pages.tsx'
import { countViews } from '#app/features/views/analytics.server.ts'
import { creditsOf } from '#app/features/views/credits.server.ts'
import { countVisits } from '#app/features/visits/visit.server.ts'
import { dayAt } from '#app/kit/time.ts'
import { db } from '#app/platform/db.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { cx } from '#app/ui/cx.ts'
import { ReadOnly } from '#app/ui/read-only.tsx'
import { SidebarLayout, useBeginningInSight } from '#app/ui/sidebar.tsx'
import { sidebarIsOpen } from '#app/ui/sidebar-cookie.ts'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/layout.ts'
import { driveContext, readOnlyContext } from './context.ts'
import { lookingOnly } from './looking.server.ts'

export const middleware: Route.MiddlewareFunction[] = [
  requirePerson,
  async ({ context, params }) => {
    const person = context.get(personContext)!
    const drive = await driveToRead(db, person, params.slug ?? '')
    if (!drive) throw data(noSuchDrive, { status: 404 })
    context.set(driveContext, drive)
    context.set(readOnlyContext, drive.ownerId !== person.id)
  },
  lookingOnly,
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { description, picture, ...drive } = context.get(driveContext)
  const [balance, comments, visits, views, credits] = await Promise.all([
    balanceNow(db, drive.id),
    countComments(db, drive.id),
    countVisits(db, drive.id),
    countViews(db, drive.id),
    creditsOf(db, drive.id),
  ])
  const step =
    drive.stopped === null &&
    nextStepOf({
      status: drive.status,
      described: description !== null,
      pictured: picture !== null,
      views: credits?.level ?? 'exhausted',
    })
  return {
    drive: {
      ...drive,
      ...standingOf(balance),
      comments,
      visits,
      views,
      left: daysLeft(drive.endDate, dayAt(new Date())),
    },
    readOnly: context.get(readOnlyContext),
    link: `${context.get(askedContext).origin}/fundraiser/${drive.slug}`,
    next: step ? { step, slug: drive.slug, remaining: credits?.remaining ?? 0 } : null,
    sidebar: sidebarIsOpen(request.headers.get('cookie')),
  }
}

export default function Layout({ loaderData: { drive, link, next, sidebar, readOnly } }: Route.ComponentProps) {
  const { t } = useLingui()
  const { pathname } = useLocation()
  const ways = useCampaignWays(drive.slug)
  const here = ways.flatMap((group) => group.items).find(({ to }) => pathname.startsWith(to))
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
          <div className={cx('grid *:min-w-0', home ? 'mb-8 gap-4' : 'mb-6 gap-3')}>
            {readOnly && <OnlyLooking slug={drive.slug} />}
            {drive.stopped !== null && <StoppedNotice why={drive.stopped} />}
            <CampaignHeader {...drive} compact={!home} />
            {next && !readOnly && <NextLine {...next} quiet={!home} />}
            <Folded folds={!home} raised={drive.raised}>
              <Figures {...drive} compact={!home} />
              <ShareCard shared={{ ...drive, link }} compact={!home} />
            </Folded>
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
