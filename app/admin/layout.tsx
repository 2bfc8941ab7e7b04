import { Trans, useLingui } from '@lingui/react/macro'
import {
  Banknote,
  BookOpenCheck,
  CalendarCheck,
  ClipboardList,
  FileCheck,
  Flag,
  HandCoins,
  Hospital,
  Hourglass,
  LayoutDashboard,
  MailOpen,
  MessageSquareWarning,
  Percent,
  ScrollText,
  Search,
  Settings2,
  ShieldAlert,
  Smartphone,
  TrendingUp,
  Undo2,
  Users,
} from 'lucide-react'
import { useEffect } from 'react'
import { Link, Outlet, useLocation, useSearchParams } from 'react-router'
import { brand } from '#app/kit/brand.ts'
import { requireAdmin, sessionContext } from '#app/people/accounts/session.server.ts'
import { usePerson } from '#app/people/accounts/use-person.ts'
import { AccountMenu } from '#app/site/account-menu.tsx'
import { BrandMark } from '#app/site/brand.tsx'
import { LanguageSwitch } from '#app/site/language-switch.tsx'
import '#app/site/admin.css'
import { FindForm } from '#app/admin/search/find-form.tsx'
import { SidebarLayout } from '#app/ui/sidebar.tsx'
import { sidebarIsOpen } from '#app/ui/sidebar-cookie.ts'
import { ThemeToggle } from '#app/ui/theme.tsx'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/layout.ts'

/** The guard of everything under /admin. */
export const middleware: Route.MiddlewareFunction[] = [requireAdmin]

/** The loader makes each navigation inside /admin ask the server, and so the guard. */
export const loader = ({ request, context }: Route.LoaderArgs) => ({
  sidebar: sidebarIsOpen(request.headers.get('cookie')),
  /** A fresh session needs no password for decisions: see ConfirmField. */
  fresh: context.get(sessionContext)?.isFresh ?? false,
})

export default function AdminLayout({ loaderData: { sidebar } }: Route.ComponentProps) {
  const { t } = useLingui()
  const { pathname } = useLocation()
  const menu = useAdminMenu()
  const here = menu.flatMap((group) => group.items).find(({ to }) => pathname.startsWith(to))
  return (
    <div className="office flex min-h-dvh flex-col bg-paper text-ink">
      <Bar />
      <div className="office-body mx-auto w-full max-w-[96rem] px-4 py-6 sm:px-6">
        <SidebarLayout
          label={t`Administration`}
          groups={menu}
          here={here?.label ?? (pathname === '/admin/search' ? t`Find` : t`Dashboard`)}
          initiallyOpen={sidebar}
        >
          {/* Inside, so that 'Skip to content' skips the sidebar, too. */}
          <main id="main" tabIndex={-1}>
            <Outlet />
          </main>
        </SidebarLayout>
      </div>
      <footer className="mt-auto border-line border-t">
        <div className="mx-auto flex max-w-[96rem] flex-wrap items-center justify-end gap-2 px-4 py-2 sm:px-6">
          <ListKeys />
          <LanguageSwitch />
          <ThemeToggle />
        </div>
      </footer>
    </div>
  )
}

const icon = { 'aria-hidden': true, className: 'size-5' } as const

/** The menu: the admin pages, as the sidebar groups them. */
export function useAdminMenu() {
  const { t } = useLingui()
  const { pathname } = useLocation()
  const item = (page: string, label: string, Icon: typeof Users) => ({
    to: `/admin/${page}`,
    label,
    icon: <Icon {...icon} />,
  })
  const dashboard = item('dashboard', t`Dashboard`, LayoutDashboard)
  return [
    // The dashboard has two addresses: its link is marked at either of them.
    { items: [pathname === '/admin' ? { ...dashboard, to: '/admin', end: true } : dashboard] },
    {
      title: t`Money`,
      items: [
        item('revenue-sales', t`Revenue Sales`, Percent),
        item('revenue-donations', t`Revenue Donations`, TrendingUp),
        item('donations', t`Donations`, HandCoins),
        item('refunds', t`Refunds`, Undo2),
        item('withdrawal-requests', t`Withdrawal Requests`, Hourglass),
        item('payouts', t`Payouts`, Banknote),
        item('institutions', t`Institutions`, Hospital),
        item('disputes', t`Disputes`, ShieldAlert),
        item('books', t`Books`, BookOpenCheck),
        item('mpesa', t`M-Pesa`, Smartphone),
      ],
    },
    {
      title: t`People and fund drives`,
      items: [
        item('system-users', t`System Users`, Users),
        item('fund-drives', t`Fund Drives`, ClipboardList),
        item('gatherings', t`Invitations`, MailOpen),
        item('comments', t`Comments in quarantine`, MessageSquareWarning),
        item('papers', t`Papers`, FileCheck),
        item('letters', t`Reports and questions`, Flag),
        item('visits', t`Visits`, CalendarCheck),
      ],
    },
    {
      title: t`Trust`,
      items: [item('audit', t`Audit Log`, ScrollText), item('settings', t`Settings`, Settings2)],
    },
  ]
}

function Bar() {
  const person = usePerson()
  const { t } = useLingui()
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const typed = pathname === '/admin/search' ? (query.get('q') ?? '') : ''
  // The bar reacts at once when the person stops being an administrator, or is signed out elsewhere.
  useLive(person ? [`person:${person.id}`] : [])
  return (
    <header className="border-line border-b bg-card">
      <nav
        aria-label={t`Main`}
        className="mx-auto flex min-h-14 max-w-[96rem] items-center gap-1 px-4 sm:gap-3 sm:px-6"
      >
        <Link
          to="/admin/dashboard"
          className="mr-auto inline-flex min-h-11 flex-wrap items-center gap-x-2.5 font-bold font-display text-[min(1.125rem,5.6vw)] leading-tight tracking-tight"
        >
          <BrandMark className="size-7" />
          {brand()}
          <span className="rounded-badge bg-well px-2.5 py-0.5 font-sans font-semibold text-muted text-sm tracking-normal">
            <Trans>Admin</Trans>
          </span>
        </Link>
        <FindForm
          typed={typed}
          className="mr-auto hidden w-full max-w-md md:flex [&_button]:h-9 [&_button]:min-h-9 [&_input]:h-9"
        />
        <Link to="/admin/search" aria-label={t`Find`} className="grid size-11 place-items-center md:hidden">
          <Search aria-hidden="true" className="size-5" />
        </Link>
        {person && <AccountMenu person={person} />}
      </nav>
    </header>
  )
}

/** True while a key is meant as a letter: the person is typing, or has a dialog open. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], dialog[open], [role=dialog]')

/** The first link of each line of the lists on the page. */
const waysOf = () =>
  [...document.querySelectorAll<HTMLElement>('#main tbody tr, #main ol > li')].flatMap(
    (line) => line.querySelector<HTMLElement>('a[href]') ?? [],
  )

function move(by: 1 | -1): void {
  const ways = waysOf()
  const line = document.activeElement?.closest('tr, li')
  const here = ways.findIndex((way) => line?.contains(way))
  const next = ways[here < 0 ? (by > 0 ? 0 : ways.length - 1) : Math.min(ways.length - 1, Math.max(0, here + by))]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

/** j and k go down and up a list; Enter opens the line's link. Shows a hint about that, where there is a keyboard. */
function ListKeys() {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return
      if (document.querySelector('dialog[open], [role=dialog]')) return
      if (event.key === 'j') move(1)
      else if (event.key === 'k') move(-1)
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [])
  return (
    <p className="needs-script mr-auto hidden text-muted text-sm lg:pointer-fine:block">
      <Trans>
        Keyboard: <kbd>j</kbd> and <kbd>k</kbd> move through a list, <kbd>Enter</kbd> opens.
      </Trans>
    </p>
  )
}
