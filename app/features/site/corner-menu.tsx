import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** What drops from the end of a bar. The browser opens and closes it, so it works before and without JavaScript. */
export function CornerMenu({ id, children }: { id: string; children: React.ReactNode }) {
  const { key } = useLocation()
  const menu = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key means that a link was followed
  useEffect(() => menu.current?.hidePopover?.(), [key])
  return (
    <div ref={menu} id={id} popover="auto" className="corner-menu">
      {children}
    </div>
  )
}
