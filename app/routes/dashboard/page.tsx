import { Trans, useLingui } from '@lingui/react/macro'
import { HandCoins, Layers, Plus, Target } from 'lucide-react'
import { hourInNairobi, nameToGreet, partOfDay } from '#app/features/people/greeting.ts'
import { Greeting } from '#app/features/people/greeting.tsx'
import { personContext } from '#app/features/people/session.server.ts'
import { PageHead } from '#app/features/site/own-pages.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { StatTile } from '#app/ui/stat-tile.tsx'
import type { Route } from './+types/page.ts'

export function loader({ context }: Route.LoaderArgs) {
  const name = nameToGreet(context.get(personContext)!)
  return { name, guess: partOfDay(hourInNairobi(new Date())) }
}

const icon = { 'aria-hidden': true, className: 'size-5' } as const

export default function Dashboard({ loaderData: { name, guess } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <title>{`${t`Dashboard`} · Harambee`}</title>
      <PageHead
        title={
          <span className={name.length > 40 ? 'text-2xl sm:text-3xl' : undefined}>
            <Greeting name={name} guess={guess} />
          </span>
        }
        text={<Trans>What your fund drives raise adds up here.</Trans>}
        action={
          <LinkButton to="/dashboard/new" icon={<Plus {...icon} />}>
            <Trans>New Fund Drive</Trans>
          </LinkButton>
        }
      />
      <div className="grid grid-cols-2 gap-3 *:first:col-span-2 sm:grid-cols-3 sm:gap-5 sm:*:first:col-span-1">
        <StatTile
          label={<Trans>Total Raised</Trans>}
          value={<Trans>KES 0</Trans>}
          hint={<Trans>of KES 0 goal</Trans>}
          icon={<HandCoins {...icon} />}
        />
        <StatTile
          label={<Trans>Active Drives</Trans>}
          value="0"
          hint={<Trans>out of 0 total</Trans>}
          icon={<Layers {...icon} />}
        />
        <StatTile
          label={<Trans>Success Rate</Trans>}
          value="0%"
          hint={<Trans>raised of all goals together</Trans>}
          icon={<Target {...icon} />}
        />
      </div>
      <section className="mt-8">
        <EmptyState
          title={<Trans>No fund drives yet</Trans>}
          text={<Trans>Your fund drives will stand here, with what each has raised and what is left to do.</Trans>}
          action={
            <LinkButton to="/dashboard/new" variant="secondary">
              <Trans>Create your first fund drive</Trans>
            </LinkButton>
          }
        />
      </section>
    </>
  )
}
