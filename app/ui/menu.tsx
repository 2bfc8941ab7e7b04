import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router'

type MenuProps = {
  /** The button that opens it: a Button or an IconButton, type 'button'. */
  trigger: ReactElement
  align?: 'start' | 'center' | 'end'
  children: ReactNode
}

/** A menu behind a button. For signed-in pages: it brings Base UI for typing ahead, arrow keys and collisions. */
export function Menu({ trigger, align = 'end', children }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} collisionPadding={12} className="z-50 outline-none">
          <Base.Popup className="max-h-(--available-height) min-w-52 max-w-[calc(100vw-1.5rem)] overflow-y-auto rounded-card border border-line bg-card p-1.5 text-ink shadow-float outline-none">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const itemClass =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left text-[0.9375rem] outline-none data-highlighted:bg-well data-disabled:cursor-not-allowed data-disabled:text-muted'

type ItemProps = { icon?: ReactNode; disabled?: boolean; danger?: boolean; onSelect: () => void; children: ReactNode }

export function MenuItem({ icon, disabled, danger, onSelect, children }: ItemProps) {
  return (
    <Base.Item onClick={onSelect} disabled={disabled} className={danger ? `${itemClass} text-stop` : itemClass}>
      {icon}
      {children}
    </Base.Item>
  )
}

export function MenuLink({ icon, to, children }: { icon?: ReactNode; to: string; children: ReactNode }) {
  return (
    <Base.LinkItem closeOnClick render={<Link to={to} />} className={itemClass}>
      {icon}
      {children}
    </Base.LinkItem>
  )
}

export const MenuLine = () => <Base.Separator className="mx-1 my-1.5 h-px bg-line" />

/** A group of items under a title. */
export function MenuGroup({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-3 pt-2 pb-1 text-muted text-sm">{title}</Base.GroupLabel>
      {children}
    </Base.Group>
  )
}
