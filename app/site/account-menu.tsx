import { Trans, useLingui } from '@lingui/react/macro'
import { HandHeart, LayoutDashboard, LogOut, NotebookPen, Settings, ShieldCheck, UserRound } from 'lucide-react'
import { Link } from 'react-router'
import type { PersonSeen } from '#app/people/accounts/use-person.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { CornerMenu, SignOutButton } from './top-bar.tsx'

const item =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left text-[0.9375rem] hover:bg-well focus-visible:bg-well'

/** The menu behind the avatar. */
export function AccountMenu({ person }: { person: PersonSeen }) {
  const { t } = useLingui()
  return (
    <>
      <button
        type="button"
        popoverTarget="account-menu"
        className="relative grid size-11 shrink-0 place-items-center rounded-full"
      >
        <Avatar name={person.fullName || person.reach} src={person.avatar} size="small" className="size-9" />
        <span className="sr-only">
          <Trans>Account menu</Trans>
        </span>
      </button>
      <CornerMenu id="account-menu">
        <div className="mb-1 border-line border-b px-3 py-2.5">
          <p dir="auto" className="truncate font-semibold">
            {person.fullName}
          </p>
          {/* For screens whose bar has no room for it. The style sheet writes the text, so that the page says it once. */}
          <p
            data-reach={person.reach}
            className="truncate text-muted text-sm before:content-[attr(data-reach)] md:hidden"
          />
        </div>
        <nav aria-label={t`Account`}>
          <Link to="/dashboard" className={`${item} sm:hidden`}>
            <LayoutDashboard size={18} aria-hidden />
            <Trans>Dashboard</Trans>
          </Link>
          <Link to="/giving" className={item}>
            <HandHeart size={18} aria-hidden />
            <Trans>My giving</Trans>
          </Link>
          <Link to="/kumbukumbu" className={item}>
            <NotebookPen size={18} aria-hidden />
            <Trans>Kumbukumbu</Trans>
          </Link>
          <Link to="/profile" className={item}>
            <UserRound size={18} aria-hidden />
            <Trans>Profile</Trans>
          </Link>
          <Link to="/settings" className={item}>
            <Settings size={18} aria-hidden />
            <Trans>Settings</Trans>
          </Link>
          {person.isAdmin && (
            <Link to="/admin" className={item}>
              <ShieldCheck size={18} aria-hidden />
              <Trans>Administration</Trans>
            </Link>
          )}
          <SignOutButton className={item}>
            <LogOut size={18} aria-hidden />
          </SignOutButton>
        </nav>
      </CornerMenu>
    </>
  )
}
