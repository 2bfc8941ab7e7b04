import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** A menu that drops from the end of a bar. The browser opens and closes it, so it works before and without JavaScript. */
export function CornerMenu({ id, children }: { id: string; children: React.ReactNode }) {
  const { key } = useLocation()
  const menu = useRef<HTMLDivElement>(null)
  const before = useRef(key)
  useEffect(() => {
    // A menu that was opened before hydration stays open; only a new key means that a link was followed.
    if (before.current !== key) menu.current?.hidePopover?.()
    before.current = key
  }, [key])
  return (
    <div ref={menu} id={id} popover="auto" className="corner-menu">
      {children}
    </div>
  )
}
