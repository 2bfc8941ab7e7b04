import { Trans, useLingui } from '@lingui/react/macro'
import {
  CalendarDays,
  DoorOpen,
  HandHeart,
  House,
  IdCard,
  ListOrdered,
  Mail,
  Settings,
  UserCheck,
  Users,
} from 'lucide-react'
import { data, Link, Outlet, redirect, useLocation } from 'react-router'
import { gatheringToRead, stoppedOf } from '#app/invitations/occasions/gathering.server.ts'
import { NotOpen } from '#app/invitations/occasions/own-gatherings.tsx'
import { personContext, requirePerson } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { OwnPages } from '#app/site/own-pages.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { ReadOnly } from '#app/ui/read-only.tsx'
import { SidebarLayout, useBeginningInSight } from '#app/ui/sidebar.tsx'
import { sidebarIsOpen } from '#app/ui/sidebar-cookie.ts'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/layout.ts'
import { gatheringContext } from './context.ts'
import { giftsUnasked, hostsOrAdmins } from './looking.server.ts'

export const middleware: Route.MiddlewareFunction[] = [
  requirePerson,
  async ({ context, params }) => {
    const [person, slug] = [context.get(personContext)!, params.slug ?? '']
    const gathering = await gatheringToRead(db, person, slug)
    if (!gathering && (await stoppedOf(db, person.id, slug))) throw redirect(`/gathering/${slug}/stopped`, 303)
    if (!gathering) throw data(null, { status: 404 })
    context.set(gatheringContext, gathering)
  },
  hostsOrAdmins,
  giftsUnasked,
]

export function loader({ request, context }: Route.LoaderArgs) {
  return { gathering: context.get(gatheringContext), sidebar: sidebarIsOpen(request.headers.get('cookie')) }
}

export default function Layout({ loaderData: { gathering, sidebar } }: Route.ComponentProps) {
  const { t } = useLingui()
  const { pathname } = useLocation()
  const ways = useGatheringWays(gathering.slug, gathering.managed && !gathering.runs)
  const here = ways.flatMap((group) => group.items).find(({ to }) => pathname.startsWith(to))
  const page = useBeginningInSight<HTMLDivElement>()
  useLive([`gathering:${gathering.id}`])
  return (
    <OwnPages>
      <ReadOnly when={!gathering.managed}>
        <SidebarLayout
          label={t`Invitation`}
          groups={ways}
          here={here?.label ?? t`Menu`}
          initiallyOpen={sidebar}
          keepPlace
        >
          <div className="mb-6 grid gap-3 *:min-w-0">
            {!gathering.managed && <LooksOnly />}
            <GatheringHead gathering={gathering} />
          </div>
          <div ref={page} className="scroll-mt-20">
            <Outlet />
          </div>
        </SidebarLayout>
      </ReadOnly>
    </OwnPages>
  )
}

const icon = { 'aria-hidden': true, className: 'size-5' } as const

/** Returns the pages of a gathering as the sidebar groups them: a line for each. `helps`: for a helper, who can't choose other helpers. */
function useGatheringWays(slug: string, helps: boolean) {
  const { t } = useLingui()
  const way = (page: string, label: string, Icon: typeof House) => ({
    to: `/gathering/${slug}/${page}`,
    label,
    icon: <Icon {...icon} />,
  })
  return [
    {
      items: [
        way('home', t`Home`, House),
        way('occasions', t`Occasions`, CalendarDays),
        way('card', t`Card`, IdCard),
        way('guests', t`Guests`, Users),
        way('waiting', t`Waitlist`, ListOrdered),
        way('messages', t`Messages`, Mail),
        way('door', t`Door`, DoorOpen),
        way('after', t({ message: 'After', context: 'occasion' }), HandHeart),
        ...(helps ? [] : [way('helpers', t`Helpers`, UserCheck)]),
        way('settings', t`Settings`, Settings),
      ],
    },
  ]
}

type HeadProps = {
  gathering: {
    title: string
    hosts: string
    status: 'open' | 'closed' | 'stopped'
    drive: { slug: string; title: string; opens: boolean } | null
  }
}

/** The head of all pages of a gathering: its title and its state. */
function GatheringHead({ gathering: { title, hosts, status, drive } }: HeadProps) {
  return (
    <header className="grid gap-1.5 *:min-w-0">
      <Link to="/dashboard#invitations" className="inline-flex min-h-11 items-center justify-self-start text-link">
        <Trans>All invitations</Trans>
      </Link>
      <h1 className="wrap-anywhere text-3xl" dir="auto">
        {title}
      </h1>
      <p className="wrap-anywhere text-muted" dir="auto">
        {hosts}
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 empty:hidden">
        <NotOpen status={status} />
        {drive && <OfDrive {...drive} />}
      </p>
    </header>
  )
}

function OfDrive({ slug, title, opens }: { slug: string; title: string; opens: boolean }) {
  const { t } = useLingui()
  if (!opens) return <span className="wrap-anywhere text-muted">{t`Fund drive: ${title}`}</span>
  return (
    <Link to={`/fund-drive/${slug}/home`} className="wrap-anywhere inline-flex min-h-11 items-center text-link">
      {t`Fund drive: ${title}`}
    </Link>
  )
}

/** The notice above the pages for an administrator. */
const LooksOnly = () => (
  <Notice title={<Trans>You see this invitation as an administrator. Nothing can be changed here.</Trans>}>
    <Trans>Each page is written into the audit log when you open it. Phone numbers are masked.</Trans>
  </Notice>
)
