import { Trans, useLingui } from '@lingui/react/macro'
import { Link, Outlet } from 'react-router'
import { requireAdmin } from '#app/features/people/session.server.ts'
import { usePerson } from '#app/features/people/use-person.ts'
import { AccountMenu } from '#app/features/site/account-menu.tsx'
import { BrandMark } from '#app/features/site/brand.tsx'
import type { Route } from './+types/layout.ts'

/** The guard of everything under /admin. */
export const middleware: Route.MiddlewareFunction[] = [requireAdmin]

/** With a loader the guard is asked again at each step inside, not only at the door. */
export const loader = () => null

export default function AdminLayout() {
  const person = usePerson()
  const { t } = useLingui()
  return (
    <div className="min-h-dvh bg-paper">
      <header className="border-line border-b bg-card">
        <nav aria-label={t`Main`} className="column flex min-h-14 items-center gap-4">
          <Link
            to="/admin/dashboard"
            className="mr-auto inline-flex min-h-11 items-center gap-2.5 font-bold font-display text-lg tracking-tight"
          >
            <BrandMark className="size-7" />
            Harambee
            <span className="rounded-badge bg-well px-2.5 py-0.5 font-sans font-semibold text-muted text-sm tracking-normal">
              <Trans>Admin</Trans>
            </span>
          </Link>
          {person && <AccountMenu person={person} />}
        </nav>
      </header>
      <main id="main" tabIndex={-1} className="column py-8">
        <Outlet />
      </main>
    </div>
  )
}
