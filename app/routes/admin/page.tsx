import { Trans, useLingui } from '@lingui/react/macro'
import { Users } from 'lucide-react'
import { countPeople } from '#app/features/people/people.server.ts'
import { db } from '#app/platform/db.server.ts'
import { StatTile } from '#app/ui/stat-tile.tsx'
import type { Route } from './+types/page.ts'

export const loader = async () => ({ people: await countPeople(db) })

export default function AdminDashboard({ loaderData: { people } }: Route.ComponentProps) {
  const { t, i18n } = useLingui()
  return (
    <>
      <title>{`${t`Dashboard`} · ${t`Admin`} · Harambee`}</title>
      <h1 className="text-2xl">
        <Trans>Dashboard</Trans>
      </h1>
      <p className="mt-1 text-muted">
        <Trans>What the platform holds at this moment.</Trans>
      </p>
      <div className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <StatTile
          label={<Trans>System Users</Trans>}
          value={i18n.number(people)}
          hint={<Trans>People with an account</Trans>}
          icon={<Users aria-hidden="true" className="size-5" />}
        />
      </div>
    </>
  )
}
