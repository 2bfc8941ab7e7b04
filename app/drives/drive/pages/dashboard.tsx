import { Trans, useLingui } from '@lingui/react/macro'
import { Plus } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { dashboardOf } from '#app/drives/drive/dashboard.server.ts'
import { DriveFigures, FirstDrive, OwnDrives } from '#app/drives/drive/own-drives.tsx'
import { type HelpedNoun, homeOf } from '#app/invitations/helpers/member.ts'
import { helpedBy } from '#app/invitations/helpers/members.server.ts'
import { gatheringsOf } from '#app/invitations/occasions/gathering.server.ts'
import { OwnGatherings } from '#app/invitations/occasions/own-gatherings.tsx'
import { titled } from '#app/kit/brand.ts'
import type { HelperRole } from '#app/kit/rights.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'
import { PageHead } from '#app/site/own-pages.tsx'
import { Card } from '#app/ui/card.tsx'
import { Part } from '#app/ui/empty-state.tsx'
import { FormButton } from '#app/ui/form-button.tsx'
import type { Route } from './+types/dashboard.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const person = context.get(personContext)!
  const asked = Object.fromEntries(url.searchParams)
  const [drives, helped, gatherings] = await Promise.all([
    part(context, dashboardOf(db, person.id, asked)),
    part(context, helpedBy(db, person.id)),
    part(context, gatheringsOf(db, person.id)),
  ])
  const guess = partOfDay(hourInNairobi(new Date()))
  return { helped, gatherings, name: nameToGreet(person), isMailed: Boolean(person.email), guess, drives }
}

export default function Dashboard({
  loaderData: { name, guess, isMailed, drives, helped, gatherings },
}: Route.ComponentProps) {
  const { t } = useLingui()
  // The form opens over the page as it is: the search stays.
  const { search } = useLocation()
  const isNew = drives !== 'failed' && drives.stats.total === 0
  // Helped drives and invitations come first for a person who has no drive of their own.
  const isHelper = isNew && helped !== 'failed' && helped.length > 0
  const isHost = isNew && gatherings !== 'failed' && gatherings.length > 0
  const isBusy = isHelper || isHost
  const invitations = <Part of={gatherings}>{(gatherings) => <OwnGatherings gatherings={gatherings} />}</Part>
  return (
    <>
      <title>{titled(t`Dashboard`)}</title>
      <PageHead
        title={
          <span className={name.length > 40 ? 'text-2xl sm:text-3xl' : undefined}>
            <Greeting name={name} guess={guess} />
          </span>
        }
        text={isNew ? undefined : <Trans>Here’s how your fund drives are doing.</Trans>}
        action={
          <FormButton to="/dashboard/new" search={search} icon={<Plus aria-hidden="true" className="size-5" />}>
            <Trans>New Fund Drive</Trans>
          </FormButton>
        }
      />
      {isHelper && <HelpedList helped={helped} />}
      {isHost && invitations}
      <Part of={drives} failed={t`Failed to fetch fund drives`}>
        {(drives) => (
          <>
            <div className={isBusy ? 'mt-8' : undefined}>
              <DriveFigures {...drives.stats} />
            </div>
            {isNew && !isBusy && (
              <div className="mt-5">
                <FirstDrive isMailed={isMailed} />
              </div>
            )}
            <div className="mt-8 sm:mt-10">
              <OwnDrives {...drives} />
            </div>
          </>
        )}
      </Part>
      {!isHost && invitations}
      {!isHelper && <Part of={helped}>{(helped) => <HelpedList helped={helped} />}</Part>}
      <p className="mt-8 flex flex-wrap gap-x-6">
        <Link to="/giving" className="inline-flex min-h-11 items-center text-link">
          <Trans>See what you gave and promised</Trans>
        </Link>
        <Link to="/kumbukumbu" className="inline-flex min-h-11 items-center text-link">
          <Trans>Kumbukumbu: who helped you</Trans>
        </Link>
      </p>
      <Outlet />
    </>
  )
}

/**
 * Greets by the visitor's clock. The server does not know it and takes Nairobi's; the browser begins with the same and then reads its own,
 * so that both first render the same page.
 */
function Greeting({ name, guess }: { name: string; guess: PartOfDay }) {
  const { t } = useLingui()
  const part = useSyncExternalStore(
    eachMinute,
    () => partOfDay(new Date().getHours()),
    () => guess,
  )
  if (part === 'morning') return t`Good Morning, ${name}`
  if (part === 'afternoon') return t`Good Afternoon, ${name}`
  return t`Good Evening, ${name}`
}

function eachMinute(look: () => void) {
  const timer = setInterval(look, 60_000)
  return () => clearInterval(timer)
}

type PartOfDay = 'morning' | 'afternoon' | 'evening'

/** Morning before 12, afternoon before 17, else evening. */
export function partOfDay(hour: number): PartOfDay {
  if (hour < 12) return 'morning'
  return hour < 17 ? 'afternoon' : 'evening'
}

const nairobi = new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: 'Africa/Nairobi' })
/** The hour in Nairobi, for a first guess while the visitor's own clock is unknown. */
export const hourInNairobi = (at: Date): number => Number(nairobi.format(at))

/** Returns a person's name for greeting: the full name, or the part before the @. People who sign up with a phone give a name. */
export const nameToGreet = (person: { fullName: string; email: string | null }): string =>
  person.fullName.trim() || (person.email ?? '').split('@')[0]!

type Helped = { id: number; noun: HelpedNoun; slug: string; title: string; role: HelperRole; owner: string }[]

/** The drives and invitations of others that a person looks after, on their dashboard. */
function HelpedList({ helped }: { helped: Helped }) {
  if (helped.length === 0) return null
  return (
    <Card title={<Trans>What you help with</Trans>} className="mt-8 sm:mt-10">
      <ul className="-my-2 divide-y divide-line">
        {helped.map((one) => (
          <Helps key={one.id} {...one} />
        ))}
      </ul>
    </Card>
  )
}

function Helps({ noun, slug, title, role, owner }: Helped[number]) {
  const { t } = useLingui()
  const as = {
    treasurer: t`Treasurer; organised by ${owner}`,
    secretary:
      noun === 'drive' ? t`Secretary; organised by ${owner}` : t`Secretary of the invitation; organised by ${owner}`,
  }
  return (
    <li className="py-2">
      <Link
        to={homeOf({ noun, slug })}
        className="wrap-anywhere inline-flex min-h-11 items-center text-link"
        dir="auto"
      >
        {title}
      </Link>
      <p className="wrap-anywhere text-muted text-sm">{as[role]}</p>
    </li>
  )
}
