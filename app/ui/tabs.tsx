import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.ts'
import { useHydrated } from './use-hydrated.ts'

/** A tab's name is its label; the count behind it is announced separately. */
type Tab = { id: string; to: string; label: ReactNode; count?: number }

type TabsProps = {
  label: string
  tabs: Tab[]
  /** The id of the open tab; none of the ids if the address shows something without a tab. */
  current: string
  /** The panel's name when no tab is open. */
  panelLabel?: string
  /** Makes tabs share the width, as on a form with two sides. */
  wide?: boolean
  className?: string
  children: ReactNode
}

/** Tabs that are links: each has its address and works without a script. Arrow keys, Home and End go through them. */
export function Tabs({ label, tabs, current, panelLabel, wide, className, children }: TabsProps) {
  const id = useId()
  const hydrated = useHydrated()
  const open = tabs.find((tab) => tab.id === current)
  const list = useRef<HTMLDivElement>(null)
  // On a narrow screen the open tab is scrolled into view. The page itself stays where it is.
  useEffect(() => {
    const box = list.current
    const tab = document.getElementById(`${id}-${current}`)
    if (box && tab) box.scrollLeft = tab.offsetLeft - (box.clientWidth - tab.offsetWidth) / 2
  }, [id, current])
  return (
    <div className={cx('min-w-0', className)}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={rove}
        className={cx(
          'relative flex overflow-x-auto sm:gap-1 border-line border-b noscript:flex-wrap',
          wide && 'grid auto-cols-fr grid-flow-col',
        )}
      >
        {tabs.map((tab, at) => {
          const chosen = tab === open
          const reachable = chosen || (!open && at === 0)
          return (
            <Link
              key={tab.id}
              to={tab.to}
              id={`${id}-${tab.id}`}
              role="tab"
              aria-selected={chosen}
              aria-describedby={tab.count === undefined ? undefined : `${id}-${tab.id}-count`}
              aria-controls={chosen ? `${id}-panel` : undefined}
              tabIndex={reachable || !hydrated ? undefined : -1}
              preventScrollReset
              replace
              className={cx(
                '-outline-offset-2 flex min-h-12 shrink-0 items-center justify-center gap-2 rounded-t-control border-b-3 px-2 font-semibold min-[25rem]:px-3 transition-colors sm:px-4',
                chosen ? 'border-accent text-ink' : 'border-transparent text-muted hover:border-edge hover:text-ink',
              )}
            >
              {tab.label}
              {tab.count !== undefined && (
                <span
                  id={`${id}-${tab.id}-count`}
                  aria-hidden="true"
                  // A page that is not hydrated yet updates the count.
                  suppressHydrationWarning
                  className="figures rounded-badge bg-well px-2 text-ink text-sm"
                >
                  {tab.count}
                </span>
              )}
            </Link>
          )
        })}
      </div>
      <div
        id={`${id}-panel`}
        role="tabpanel"
        aria-label={open ? undefined : panelLabel}
        aria-labelledby={open && `${id}-${current}`}
        className="pt-5"
      >
        {children}
      </div>
    </div>
  )
}

const ways: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

function rove(event: KeyboardEvent<HTMLElement>) {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
  const at = tabs.indexOf(event.target as HTMLElement)
  if (at < 0) return
  if (event.key === ' ') {
    event.preventDefault()
    tabs[at]?.click()
  }
  const way = ways[event.key]
  if (!way) return
  event.preventDefault()
  tabs[way(at, tabs.length)]?.focus()
}
