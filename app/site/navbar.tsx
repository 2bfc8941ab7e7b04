import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { fetched } from '#app/ui/fetched.tsx'
import { BrandLink } from './brand.tsx'
import { TopBar } from './top-bar.tsx'
import { useVisitor } from './use-visitor.ts'
import './site.css'

/** Loaded apart: visitors without an account never fetch it. */
const AccountMenu = fetched(async () => (await import('./account-menu.tsx')).AccountMenu)

/** The bar on every page for signed-in people: the link to the dashboard, the person's name, and the account's menu. */
export function Navbar() {
  const { person } = useVisitor()
  const { t } = useLingui()
  if (!person) return <TopBar />
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-paper/95 backdrop-blur-sm">
      <nav aria-label={t`Main`} className="column flex min-h-15 items-center gap-2 sm:gap-4">
        <BrandLink className="mr-auto" />
        <Link to="/dashboard" className="hidden min-h-11 items-center px-2 font-medium hover:underline sm:inline-flex">
          <Trans>Dashboard</Trans>
        </Link>
        <span className="hidden max-w-64 truncate text-muted text-sm md:block" title={person.reach}>
          {person.reach}
        </span>
        <Suspense fallback={<span className="size-11" />}>
          <AccountMenu person={person} />
        </Suspense>
      </nav>
    </header>
  )
}
