import { Trans } from '@lingui/react/macro'
import { HandCoins, Layers, Plus, Target } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { moneyText } from '#app/kit/money.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FormButton } from '#app/ui/form-button.tsx'
import { StatTile } from '#app/ui/stat-tile.tsx'
import type { dashboardOf } from './dashboard.server.ts'
import { DriveCard } from './drive-card.tsx'
import { DriveFilter } from './drive-filter.tsx'

type Dashboard = Awaited<ReturnType<typeof dashboardOf>>

const icon = { 'aria-hidden': true, className: 'size-5' } as const

/** What all drives of a person come to. */
export function DriveFigures({ raised, goal, active, total, success }: Dashboard['stats']) {
  return (
    <div className="grid grid-cols-2 gap-3 *:first:col-span-2 sm:grid-cols-3 sm:gap-5 sm:*:first:col-span-1">
      <StatTile
        label={<Trans>Total Raised</Trans>}
        value={moneyText(raised)}
        hint={<Trans>of {moneyText(goal)} goal</Trans>}
        icon={<HandCoins {...icon} />}
      />
      <StatTile
        label={<Trans>Active Drives</Trans>}
        value={String(active)}
        hint={<Trans>out of {total} total</Trans>}
        icon={<Layers {...icon} />}
      />
      <StatTile
        label={<Trans>Success Rate</Trans>}
        value={`${success}%`}
        hint={<Trans>raised of all goals together</Trans>}
        icon={<Target {...icon} />}
      />
    </div>
  )
}

/** A person's drives, newest first; with many of them, some at a time. */
export function OwnDrives({ stats, cards, next }: Dashboard) {
  const [asked] = useSearchParams()
  const search = asked.get('search') ?? ''
  const status = asked.get('status') ?? ''
  if (stats.total === 0) return <NoDrives />
  return (
    <section aria-labelledby="drives" className="grid gap-5">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <h2 id="drives" className="text-2xl">
          <Trans>Your fund drives</Trans>
        </h2>
        {(stats.total > 1 || search || status) && <DriveFilter search={search} status={status} />}
      </div>
      {cards.length === 0 && <NothingFound />}
      <ul className="grid gap-4 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3">
        {cards.map((card) => (
          <li key={card.id} className="min-w-0">
            <DriveCard {...card} />
          </li>
        ))}
      </ul>
      <Ways asked={asked} next={next} />
    </section>
  )
}

function NoDrives() {
  return (
    <EmptyState
      title={<Trans>No fund drives yet</Trans>}
      text={<Trans>Your fund drives will stand here, with what each has raised and what is left to do.</Trans>}
      action={
        <FormButton to="/dashboard/new" variant="secondary" icon={<Plus {...icon} />}>
          <Trans>Create your first fund drive</Trans>
        </FormButton>
      }
    />
  )
}

function NothingFound() {
  return (
    <EmptyState
      level={3}
      title={<Trans>No fund drives found</Trans>}
      text={<Trans>Nothing of yours is like what you are looking for. Try fewer words, or another status.</Trans>}
      action={
        <LinkButton to="/dashboard" preventScrollReset variant="secondary">
          <Trans>Show all fund drives</Trans>
        </LinkButton>
      }
    />
  )
}

/** To older drives and back to the newest; what is looked for stays. */
function Ways({ asked, next }: { asked: URLSearchParams; next: string | null }) {
  const from = (cursor: string | null) => {
    const to = new URLSearchParams(asked)
    to.delete('cursor')
    if (cursor) to.set('cursor', cursor)
    return `/dashboard?${to}#drives`
  }
  if (!next && !asked.get('cursor')) return null
  return (
    <nav aria-labelledby="drives" className="flex flex-wrap justify-center gap-3">
      {asked.get('cursor') && (
        <LinkButton to={from(null)} variant="secondary">
          <Trans>Newest fund drives</Trans>
        </LinkButton>
      )}
      {next && (
        <LinkButton to={from(next)} rel="next" variant="secondary">
          <Trans>Older fund drives</Trans>
        </LinkButton>
      )}
    </nav>
  )
}
