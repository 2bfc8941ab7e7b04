import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** What drops from the end of a bar. The browser opens and closes it, so it works before and without JavaScript. */
export function CornerMenu({ id, children }: { id: string; children: React.ReactNode }) {
  const { key } = useLocation()
  const menu = useRef<HTMLDivElement>(null)
  const before = useRef(key)
  useEffect(() => {
    // A person who opened it before the script had come finds it as it was; a new key means that a link was followed.
    if (before.current !== key) menu.current?.hidePopover?.()
    before.current = key
  }, [key])
  return (
    <div ref={menu} id={id} popover="auto" className="corner-menu">
      {children}
    </div>
  )
}
