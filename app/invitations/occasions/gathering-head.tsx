import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { Notice } from '#app/ui/notice.tsx'
import { NotOpen } from './own-gatherings.tsx'

type HeadProps = {
  gathering: {
    title: string
    hosts: string
    status: 'open' | 'closed' | 'stopped'
    drive: { slug: string; title: string; opens: boolean } | null
  }
}

/** The head of all pages of a gathering: its title and its state. */
export function GatheringHead({ gathering: { title, hosts, status, drive } }: HeadProps) {
  return (
    <header className="grid gap-1.5 *:min-w-0">
      <Link to="/dashboard#invitations" className="inline-flex min-h-11 items-center justify-self-start text-link">
        <Trans>All invitations</Trans>
      </Link>
      <h1 className="wrap-anywhere text-3xl" dir="auto">
        {title}
      </h1>
      <p className="wrap-anywhere text-muted" dir="auto">
        {hosts}
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 empty:hidden">
        <NotOpen status={status} />
        {drive && <OfDrive {...drive} />}
      </p>
    </header>
  )
}

function OfDrive({ slug, title, opens }: { slug: string; title: string; opens: boolean }) {
  const { t } = useLingui()
  if (!opens) return <span className="wrap-anywhere text-muted">{t`Fund drive: ${title}`}</span>
  return (
    <Link to={`/fund-drive/${slug}/home`} className="wrap-anywhere inline-flex min-h-11 items-center text-link">
      {t`Fund drive: ${title}`}
    </Link>
  )
}

/** The notice above the pages for an administrator. */
export const LooksOnly = () => (
  <Notice title={<Trans>You see this invitation as an administrator. Nothing can be changed here.</Trans>}>
    <Trans>Each page is written into the audit log when you open it. Phone numbers are masked.</Trans>
  </Notice>
)
