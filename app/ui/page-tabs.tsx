import { NavLink } from 'react-router'

/** Links between related pages. On a phone they take as many lines as they need: none is out of sight. */
export function PageTabs({ label, pages }: { label: string; pages: { to: string; label: string }[] }) {
  return (
    <nav aria-label={label} className="no-print mb-3 flex flex-wrap border-line border-b max-sm:-mx-2.5">
      {pages.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          preventScrollReset
          className="-mb-px flex min-h-11 items-center border-transparent border-b-3 px-2.5 text-[0.9375rem] text-muted transition-colors hover:border-edge hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-semibold aria-[current=page]:text-ink sm:px-3"
        >
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
