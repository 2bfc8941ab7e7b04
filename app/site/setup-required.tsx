import { Trans } from '@lingui/react/macro'
import { useLocation } from 'react-router'
import { heading, onward, Shell, sentence } from './shell.tsx'

/** A setting that is missing or wrong: its name, what is expected there, and what it is for. */
export type Missing = { name: string; expected: string; purpose?: string }

/** 503 while the settings are wrong or the database can't be reached. It goes away by itself once they are right. */
export function SetupRequired({ problems }: { problems: Missing[] }) {
  return (
    <Shell alone>
      <h1 className={heading}>
        <Trans>Setup Required</Trans>
      </h1>
      <p className={sentence}>
        <Trans>Harambee is running, but it can’t serve pages yet. This is what it needs:</Trans>
      </p>
      <dl className="mt-8 w-full max-w-3xl divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
        {problems.map(({ name, expected, purpose }) => (
          <div
            key={name}
            className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-1 p-5 sm:grid-cols-[14rem_minmax(0,1fr)]"
          >
            <dt className="break-words font-mono font-semibold text-[0.9375rem]">{name}</dt>
            <dd className="min-w-0 [overflow-wrap:anywhere]">
              <p>{expected}</p>
              {purpose && <p className="mt-1 text-muted text-sm">{purpose}</p>}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-6 max-w-[60ch] text-muted">
        <Trans>
          Settings are environment variables, or lines in the file .env next to the program; .env.example explains each.
          After a change of settings start the program again. When the database is back, this page disappears
          automatically.
        </Trans>
      </p>
      <Refresh />
    </Shell>
  )
}

/** Asks for the same address again. A form, because it is a button that has to work without JavaScript. */
function Refresh() {
  const { pathname, search } = useLocation()
  return (
    <form method="get" action={pathname}>
      {[...new URLSearchParams(search)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={onward}>
        <Trans>Refresh Page</Trans>
      </button>
    </form>
  )
}
