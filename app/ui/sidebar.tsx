import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronDown, PanelLeft } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { NavLink, useLocation, useNavigationType } from 'react-router'
import { cx } from './cx.ts'
import { rememberSidebar } from './sidebar-cookie.ts'

type SidebarItem = {
  to: string
  label: string
  icon: ReactNode
  end?: boolean
  /** Other addresses whose pages belong to this link. */
  within?: readonly string[]
  /** The number of waiting things, and the words for it; nothing is shown for none. */
  waiting?: { count: number; says: string } | undefined
}
type SidebarGroup = { title?: ReactNode; items: SidebarItem[] }

type SidebarProps = {
  label: string
  groups: SidebarGroup[]
  /** The cookie's value: `sidebarIsOpen(request.headers.get('cookie'))`. */
  initiallyOpen?: boolean
  /** The text of the folded menu on a phone: usually the current page. */
  here: ReactNode
  /** Keeps the scroll position when a link is followed, or goes back to where the part beside the sidebar begins. */
  keepPlace?: boolean
  children: ReactNode
}

/** Links at the side of a page. From 768 px up a column that can be narrowed to its icons; below, a menu that unfolds. */
export function SidebarLayout({ label, groups, initiallyOpen = true, here, keepPlace, children }: SidebarProps) {
  const { t } = useLingui()
  const id = useId()
  const [open, setOpen] = useState(initiallyOpen)
  const wide = useWide()
  const toggle = () => {
    setOpen(!open)
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser yet
    document.cookie = rememberSidebar(!open)
  }
  return (
    <div className="md:flex md:items-start md:gap-8">
      {wide !== true && <Folded label={label} here={here} groups={groups} keepPlace={keepPlace} />}
      {wide !== false && (
        <div
          data-side={open ? 'ways' : undefined}
          className={cx('sticky top-4 hidden shrink-0 md:block', open ? 'w-60' : 'w-13')}
        >
          <button
            type="button"
            onClick={toggle}
            aria-expanded={open}
            aria-controls={id}
            aria-label={t`Toggle sidebar`}
            title={open ? t`Narrow the sidebar` : t`Widen the sidebar`}
            className="needs-script mb-2 grid size-11 place-items-center rounded-control text-muted hover:bg-well hover:text-ink"
          >
            <PanelLeft aria-hidden="true" className="size-5" />
          </button>
          <nav id={id} aria-label={label}>
            <Ways groups={groups} open={open} keepPlace={keepPlace} />
          </nav>
        </div>
      )}
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}

const column = '(min-width: 48rem)'
const isWide = () => matchMedia(column).matches
const whenWidthChanges = (then: () => void) => {
  const query = matchMedia(column)
  query.addEventListener('change', then)
  return () => query.removeEventListener('change', then)
}

/** Returns whether the links are in a column. Only a script knows: until one runs both are there, and the style sheet shows one. */
const useWide = () => useSyncExternalStore(whenWidthChanges, isWide, () => undefined)

/**
 * Scrolls the part of a page that changes when a link beside it is followed: a person who had scrolled into it sees its new
 * beginning; others stay where they were. Scrolling on Back is restored by the router.
 */
export function useBeginningInSight<Part extends HTMLElement>() {
  const { pathname } = useLocation()
  const kind = useNavigationType()
  const part = useRef<Part>(null)
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    if (kind === 'PUSH' && (part.current?.getBoundingClientRect().top ?? 0) < 0) part.current?.scrollIntoView()
  }, [pathname, kind])
  return part
}

/** The links on a phone. The browser unfolds them, with or without a script; following one folds them again. */
function Folded({ label, here, groups, keepPlace }: Pick<SidebarProps, 'label' | 'here' | 'groups' | 'keepPlace'>) {
  const { key } = useLocation()
  const details = useRef<HTMLDetailsElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key means that a link was followed
  useEffect(() => details.current?.removeAttribute('open'), [key])
  return (
    <details ref={details} className="group/side mb-5 rounded-card border border-line bg-card md:hidden">
      <summary className="flex min-h-12 list-none flex-wrap items-center gap-x-3 py-1 rounded-card px-4 font-semibold [&::-webkit-details-marker]:hidden">
        <PanelLeft aria-hidden="true" className="size-5 text-accent" />
        <span className="min-w-0 flex-1 basis-16 truncate">{here}</span>
        <span className="font-normal text-muted text-sm group-open/side:hidden">
          <Trans>Menu</Trans>
        </span>
        <ChevronDown aria-hidden="true" className="size-5 transition-transform group-open/side:rotate-180" />
      </summary>
      <nav aria-label={label} className="border-line border-t p-2">
        <Ways groups={groups} open keepPlace={keepPlace} />
      </nav>
    </details>
  )
}

/** Checks whether a page belongs to a link by another address than the link's own. */
export const isWithin = (pathname: string, within: readonly string[] = []): boolean =>
  within.some((to) => pathname === to || pathname.startsWith(`${to}/`))

/** Returns the link to which a page belongs. */
export const wayAt = (groups: readonly SidebarGroup[], pathname: string): SidebarItem | undefined =>
  groups.flatMap(({ items }) => items).find(({ to, within }) => pathname.startsWith(to) || isWithin(pathname, within))

function Ways({ groups, open, keepPlace }: { groups: SidebarGroup[]; open: boolean; keepPlace?: boolean }) {
  const { pathname } = useLocation()
  return groups.map((group, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: groups keep their place
    <div key={at} className="mt-4 first:mt-0 md:mt-1.5">
      {group.title && (
        <p className={open ? 'px-3 pb-1 font-semibold text-muted text-sm' : 'mx-3 mb-2 h-px overflow-hidden bg-line'}>
          <span className={open ? '' : 'sr-only'}>{group.title}</span>
        </p>
      )}
      <ul className={cx('grid gap-0.5', open && 'max-md:grid-cols-2')}>
        {group.items.map(({ to, label, icon, end, within, waiting }) => (
          <li key={to} className="min-w-0">
            <NavLink
              to={to}
              end={end}
              preventScrollReset={keepPlace}
              title={open ? undefined : label}
              className={({ isActive }) =>
                cx(
                  'relative flex min-h-11 items-center gap-3 rounded-control border-l-3 px-3 text-[0.9375rem] transition-colors md:min-h-10',
                  isActive || isWithin(pathname, within)
                    ? 'border-accent bg-brand-soft font-semibold text-ink'
                    : 'border-transparent text-muted hover:bg-well hover:text-ink',
                )
              }
            >
              <span className="shrink-0">{icon}</span>
              <span className={open ? 'min-w-0 py-1.5 leading-tight' : 'sr-only'}>{label}</span>
              {waiting && waiting.count > 0 && <Waiting {...waiting} open={open} />}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  ))
}

/** The number of waiting things, read out with their name. In the narrow column it is at the icon's corner. */
const Waiting = ({ count, says, open }: { count: number; says: string; open: boolean }) => (
  <span className={cx('shrink-0', open ? 'ml-auto' : 'absolute top-0.5 right-0.5')} title={says}>
    <span
      aria-hidden="true"
      className="figures grid h-5 min-w-5 place-items-center rounded-badge bg-accent px-1.5 font-semibold text-card text-xs"
    >
      {count > 99 ? '99+' : count}
    </span>
    <span className="sr-only">{says}</span>
  </span>
)
