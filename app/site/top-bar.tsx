import { Trans, useLingui } from '@lingui/react/macro'
import { Menu } from 'lucide-react'
import { Form, Link, useLocation } from 'react-router'
import { BrandLink } from './brand.tsx'
import { useVisitor } from './use-visitor.ts'
import './site.css'
import { useEffect, useRef } from 'react'

const quiet = 'inline-flex min-h-11 items-center rounded-control px-4 font-medium hover:bg-well'
const loud =
  'inline-flex min-h-11 items-center rounded-control bg-brand px-5 font-semibold text-brand-ink hover:brightness-110'

/** The bar of the public pages. On phones its links are behind a button; the browser opens that by itself. */
export function TopBar() {
  const { t } = useLingui()
  return (
    <header className="sticky top-0 z-30 bg-paper/95 backdrop-blur-sm">
      <nav aria-label={t`Main`} className="column flex min-h-16 items-center gap-1">
        <BrandLink className="mr-auto" />
        <div className="hidden items-center gap-1 md:flex">
          <Ways />
        </div>
        <button
          type="button"
          popoverTarget="site-menu"
          aria-label={t`Menu`}
          className="-mr-2.5 grid size-11 place-items-center rounded-control md:hidden"
        >
          <Menu aria-hidden />
        </button>
        <CornerMenu id="site-menu">
          <div className="flex flex-col gap-1 p-1 text-lg [&_a]:w-full [&_button]:w-full">
            <Ways />
          </div>
        </CornerMenu>
      </nav>
    </header>
  )
}

function Ways() {
  const { signedIn } = useVisitor()
  if (signedIn)
    return (
      <>
        <SignOutButton className={quiet} />
        <Link to="/dashboard" className={loud}>
          <Trans>Dashboard</Trans>
        </Link>
      </>
    )
  return (
    <>
      <Link to="/auth" className={quiet}>
        <Trans>Sign In</Trans>
      </Link>
      <Link to="/dashboard" className={loud}>
        <Trans>Start Fundraising</Trans>
      </Link>
    </>
  )
}

/** A menu that drops from the end of a bar. The browser opens and closes it, so it works before and without JavaScript. */
export function CornerMenu({ id, children }: { id: string; children: React.ReactNode }) {
  const { key } = useLocation()
  const menu = useRef<HTMLDivElement>(null)
  const before = useRef(key)
  useEffect(() => {
    // A menu that was opened before hydration stays open; only a new key means that a link was followed.
    if (before.current !== key) menu.current?.hidePopover?.()
    before.current = key
  }, [key])
  return (
    <div ref={menu} id={id} popover="auto" className="corner-menu">
      {children}
    </div>
  )
}

/** Signs out by a form, so that no link can do it behind a person's back and it works without JavaScript. */
export function SignOutButton({ className, children }: { className?: string; children?: React.ReactNode }) {
  return (
    <Form method="post" action="/sign-out" className="contents">
      <button type="submit" className={className}>
        {children}
        <Trans>Sign Out</Trans>
      </button>
    </Form>
  )
}
