import { Trans, useLingui } from '@lingui/react/macro'
import { HandCoins, Layers, Plus, Search, Target } from 'lucide-react'
import type { ReactNode } from 'react'
import { Form, Link, useNavigation, useSearchParams, useSubmit } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { percentText } from '#app/kit/percents.ts'
import { dayIn } from '#app/kit/time.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Field, Input, Select } from '#app/ui/field.tsx'
import { FormButton } from '#app/ui/form-button.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { StatTile } from '#app/ui/stat-tile.tsx'
import { Typed } from '#app/ui/typed.tsx'
import { WovenPattern } from '#app/ui/woven.tsx'
import { StatusBadge } from './campaign/badges.tsx'
import type { dashboardOf } from './dashboard.server.ts'
import { categoryName, statuses, statusNames } from './drive.ts'
import { Slogan } from './slogan.tsx'

type Dashboard = Awaited<ReturnType<typeof dashboardOf>>

const icon = { 'aria-hidden': true, className: 'size-5' } as const

/** Shows the sums over all drives of a person. */
export function DriveFigures({ raised, recorded, goal, active, total }: Dashboard['stats']) {
  const beside = moneyText(recorded)
  return (
    <div className="grid gap-3 min-[20rem]:grid-cols-2 min-[20rem]:*:first:col-span-2 sm:grid-cols-3 sm:gap-5 sm:*:first:col-span-1">
      <StatTile
        label={<Trans>Total Raised</Trans>}
        value={moneyText(raised)}
        hint={
          <>
            {recorded > 0 && (
              <span className="figures block">
                <Trans>{beside} of it recorded</Trans>
              </span>
            )}
            <Trans>of {moneyText(goal)} goal</Trans>
          </>
        }
        icon={<HandCoins {...icon} />}
      />
      <StatTile
        label={<Trans>Active Drives</Trans>}
        value={String(active)}
        hint={<Trans>of {total}</Trans>}
        icon={<Layers {...icon} />}
      />
      <StatTile
        label={<Trans>Success Rate</Trans>}
        value={percentText(raised, goal)}
        hint={<Trans>of all goals combined</Trans>}
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
      <DriveCards cards={cards} />
      <Ways asked={asked} next={next} />
    </section>
  )
}

export const DriveCards = ({ cards }: Pick<Dashboard, 'cards'>) => (
  <ul className="grid gap-4 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3">
    {cards.map((card) => (
      <li key={card.id} className="min-w-0">
        <DriveCard {...card} />
      </li>
    ))}
  </ul>
)

/** Shows a person without a drive the way to the first gift, in place of figures; the first step is a link. */
export function FirstDrive({ isMailed }: { isMailed: boolean }) {
  return (
    <section aria-labelledby="first-drive" className="rounded-card border border-line bg-card p-5 sm:p-6">
      <h2 id="first-drive" className="text-xl">
        <Trans>Four steps to your first gift</Trans>
      </h2>
      <ol className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <FirstStep number={1} text={<Trans>It takes about two minutes.</Trans>}>
          <Link to="/dashboard/new" preventScrollReset className="text-link">
            <Trans>Start a fund drive</Trans>
          </Link>
        </FirstStep>
        <FirstStep number={2} text={<Trans>Say who it is for, and show them.</Trans>}>
          <Trans>Add your story and a picture</Trans>
        </FirstStep>
        <FirstStep number={3} text={<Trans>Family, friends, your chama.</Trans>}>
          <Trans>Share it with five people</Trans>
        </FirstStep>
        <FirstStep
          number={4}
          text={
            isMailed ? <Trans>We email you when it arrives.</Trans> : <Trans>It shows up here when it arrives.</Trans>
          }
        >
          <Trans>Receive your first gift</Trans>
        </FirstStep>
      </ol>
    </section>
  )
}

function FirstStep({ number, text, children }: { number: number; text: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden="true"
        className="figures grid size-8 shrink-0 place-items-center rounded-badge border border-edge font-bold"
      >
        {number}
      </span>
      <div>
        <p className="font-semibold">{children}</p>
        <p className="text-muted text-sm">{text}</p>
      </div>
    </li>
  )
}

function NoDrives() {
  return (
    <EmptyState
      title={<Trans>No fund drives yet</Trans>}
      text={<Trans>Your fund drives will show up here, with totals and next steps.</Trans>}
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
      text={<Trans>Try fewer words, or another status.</Trans>}
      action={
        <LinkButton to="/dashboard" preventScrollReset variant="secondary">
          <Trans>Show all fund drives</Trans>
        </LinkButton>
      }
    />
  )
}

/** Links to older drives and back to the newest; the filter stays. */
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

/** Filters the drives. The filter is in the address, so it can be kept and works without a script. */
function DriveFilter({ search, status }: { search: string; status: string }) {
  const { t, i18n } = useLingui()
  const submit = useSubmit()
  const going = useNavigation().location
  return (
    <Form
      key={`${search} ${status}`}
      method="get"
      action="/dashboard"
      role="search"
      aria-label={t`Fund drives`}
      className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-end gap-3 sm:flex sm:w-auto"
    >
      <Field label={<Trans>Search</Trans>} name="search" className="col-span-2 sm:w-72">
        <Input type="search" defaultValue={search} maxLength={100} placeholder={t`Title or slogan`} />
      </Field>
      <Field label={<Trans>Status</Trans>} name="status" className="sm:w-44">
        <Select
          defaultValue={status}
          onChange={(event) => void submit(event.currentTarget.form, { preventScrollReset: true })}
        >
          <option value="">{t`All`}</option>
          {statuses.map((one) => (
            <option key={one} value={one}>
              {i18n._(statusNames[one])}
            </option>
          ))}
        </Select>
      </Field>
      <Button
        variant="secondary"
        icon={<Search aria-hidden="true" className="size-4" />}
        busy={going?.pathname === '/dashboard' && going.search !== ''}
      >
        <Trans>Search</Trans>
      </Button>
    </Form>
  )
}

type DriveCardProps = Awaited<ReturnType<typeof dashboardOf>>['cards'][number]

/** Shows one of a person's drives, as a link to its pages. */
function DriveCard(drive: DriveCardProps) {
  const { i18n } = useLingui()
  const { slug, title, slogan, category, status, draft, viewsAreGone, createdAt } = drive
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-card transition-colors hover:border-edge has-focus-visible:border-edge">
      <Face {...drive} />
      <div className="flex grow flex-col p-4 sm:p-5">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
          <StatusBadge status={status} draft={draft} />
          <span className="text-muted text-sm">{categoryName(category, i18n)}</span>
        </div>
        <h3 dir="auto" className="mt-3 text-xl">
          <Link
            to={`/fund-drive/${slug}`}
            className="line-clamp-3 rounded-control after:absolute after:inset-0 after:rounded-card after:content-[''] group-hover:underline group-hover:decoration-2 group-hover:underline-offset-4 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-4"
          >
            {title}
          </Link>
        </h3>
        <p dir="auto" className="mt-1 line-clamp-2 text-muted">
          <Slogan text={slogan} />
        </p>
        <div className="mt-auto pt-4">
          <Money {...drive} />
          {viewsAreGone && status === 'active' && <ViewsAreGone slug={slug} title={title} />}
          <p className="mt-3 border-line border-t pt-3 text-muted text-sm">
            <Created at={createdAt} />
          </p>
        </div>
      </div>
    </article>
  )
}

/** Warns the owner where they look first, before a visitor has to tell; with the way out of it. */
function ViewsAreGone({ slug, title }: { slug: string; title: string }) {
  return (
    <div className="relative mt-4 flex flex-wrap items-center justify-between gap-x-4 rounded-control border border-warn bg-warn-soft px-3 text-[0.9375rem]">
      <span className="py-2 font-semibold text-warn">
        <Trans>All views are used up</Trans>
      </span>
      <Link to={`/fund-drive/${slug}/payouts/buy-views`} className="inline-flex min-h-11 items-center text-link">
        <Trans>
          Buy Views
          <span className="sr-only">
            {' '}
            for <Typed text={title} />
          </span>
        </Trans>
      </Link>
    </div>
  )
}

/** Its picture; without one, or when it can't be fetched, the cloth that belongs to its address. */
function Face({ slug, picture }: DriveCardProps) {
  const cloth = <WovenPattern slug={slug} scale={2} className="block" />
  const box = 'aspect-[16/9] w-full shrink-0 bg-well'
  if (!picture) return <div className={`${box} overflow-hidden`}>{cloth}</div>
  // A phone's card is 90 of 100 parts wide. With 88 one of 360 pixels takes the copy of 640, which is a third of the next one.
  const sizes = '(min-width: 1024px) 24rem, (min-width: 640px) 50vw, 88vw'
  return <Picture picture={picture} alt="" sizes={sizes} fallback={cloth} className={box} />
}

function Money({ collects, goal, total, recorded, title }: DriveCardProps) {
  const { t } = useLingui()
  if (!collects)
    return (
      <p className="text-muted">
        <Trans>Not collecting donations</Trans>
      </p>
    )
  const [share, beside] = [percentText(total, goal), moneyText(recorded)]
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Amount>{moneyText(total)}</Amount>
        <span className="figures font-semibold text-brand text-sm">
          <Trans>{share} funded</Trans>
        </span>
      </p>
      <Progress value={total} max={goal} label={t`Raised for ${title}`} words={false} />
      <p className="figures flex flex-wrap justify-between gap-x-3 text-muted text-sm">
        <Trans>of {moneyText(goal)} goal</Trans>
        {recorded > 0 && (
          <span>
            <Trans>{beside} of it recorded</Trans>
          </span>
        )}
      </p>
    </div>
  )
}

const Amount = ({ children }: { children: ReactNode }) => (
  <span className="figures font-bold font-display text-lg tracking-tight">{children}</span>
)

/** The day it was opened, in the calendar of Nairobi. */
function Created({ at }: { at: Date }) {
  const { i18n } = useLingui()
  const day = dayIn(i18n.locale as Language, at)
  return <Trans>Created {day}</Trans>
}
