import { Trans } from '@lingui/react/macro'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { usePerson } from '#app/people/accounts/use-person.ts'
import { Card } from '#app/ui/card.tsx'
import { ThemeToggle } from '#app/ui/theme.tsx'
import { useLive } from '#app/ui/use-live.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { Navbar } from './navbar.tsx'

/** The frame of a signed-in person's pages: the bar, the page, and a quiet foot. */
export function OwnPages({ children }: { children: React.ReactNode }) {
  const person = usePerson()
  // Changes made on another device appear here, too.
  useLive(person ? [`person:${person.id}`] : [])
  return (
    <div className="flex min-h-dvh flex-col bg-paper text-ink">
      <Navbar />
      <main id="main" tabIndex={-1} className="column grow py-8 sm:py-10">
        {children}
      </main>
      <footer className="border-line border-t text-[0.9375rem]">
        <div className="column flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
          <p className="mr-auto text-muted">
            <Trans>{'{brand}'}. Unity is power.</Trans>
          </p>
          <div className="-ml-3 flex flex-wrap items-center gap-2 sm:ml-0">
            <LanguageSwitch />
            <ThemeToggle />
          </div>
        </div>
      </footer>
    </div>
  )
}

/** The title of such a page, with a sentence about its purpose. */
export function PageHead({
  title,
  text,
  action,
}: {
  title: React.ReactNode
  text?: React.ReactNode
  action?: React.ReactNode
}) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 sm:mb-8">
      <div className="min-w-0">
        <h1 className="text-3xl sm:text-4xl">{title}</h1>
        {text && <p className="mt-2 max-w-[60ch] text-muted">{text}</p>}
      </div>
      {action}
    </div>
  )
}

/** A part of a page: its subject at the left, its actions at the right; on phones one above the other. */
export function Section({ id, title, text, badge, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid gap-5 rounded-card border border-line bg-card p-4 sm:p-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:gap-12"
    >
      <div>
        <h2 id={`${id}-title`} className="text-xl">
          {title}
        </h2>
        {text && <p className="mt-1.5 text-muted">{text}</p>}
        {badge && <div className="mt-3">{badge}</div>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}

type SectionProps = {
  id: string
  title: React.ReactNode
  text?: React.ReactNode
  badge?: React.ReactNode
  children: React.ReactNode
}

/** A page for a single task, with a link back to the page it belongs to. */
export function OneThing({ title, text, back, children }: OneThingProps) {
  return (
    <div className="mx-auto w-full max-w-xl">
      <Link to={back.to} className="mb-3 inline-flex min-h-11 items-center gap-1.5 text-muted hover:text-ink">
        <ArrowLeft size={18} aria-hidden />
        {back.label}
      </Link>
      <PageHead title={title} text={text} />
      <Card>{children}</Card>
    </div>
  )
}

type OneThingProps = {
  title: React.ReactNode
  text?: React.ReactNode
  back: { to: string; label: React.ReactNode }
  children: React.ReactNode
}
