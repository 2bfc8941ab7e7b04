import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation } from 'react-router'
import { titled } from '#app/kit/brand.ts'
import type { RefusedWords, Step, Unready } from '#app/kit/faults.ts'
import { aside, heading, LooseThread, onward, Shell, sentence } from './shell.tsx'

type InsteadProps = { refused: RefusedWords | undefined; unready: Unready | undefined; status: number; words: string }

/** The page for an answer that is no page: a rule refused, the app is not ready, or the request was not accepted. */
export function InsteadOfPage({ refused, unready, status, words }: InsteadProps) {
  const { t } = useLingui()
  if (refused) return <NotNow {...refused} />
  if (unready) return <NotReady unready={unready} />
  if (status !== 403 || words) return <NotTaken status={status} words={words} />
  return (
    <>
      <title>{titled(t`You don’t have access to this page`)}</title>
      <Forbidden />
    </>
  )
}

/** The request was refused; the page shows the server's sentence where it is meant for people. */
function NotTaken({ status, words }: { status: number; words: string }) {
  const { t } = useLingui()
  const misread = t`This request could not be understood.`
  const foreign = t`This form was not sent from this site, so nothing was done. Please open the page again and send it from there.`
  return (
    <Shell>
      <title>{titled(status)}</title>
      <h1 className={heading}>
        <Trans>We couldn’t process that</Trans>
      </h1>
      <p className={sentence}>{status === 413 && words ? words : status === 403 ? foreign : misread}</p>
      <a href="/" className={onward}>
        <Trans>Return to Home</Trans>
      </a>
    </Shell>
  )
}

/** A rule refused, with words for the person who asked. */
function NotNow({ title, text, go = '/dashboard' }: RefusedWords) {
  return (
    <Shell>
      <title>{titled(title)}</title>
      <h1 className={heading}>{title}</h1>
      {text && <p className={sentence}>{text}</p>}
      <a href={go} className={onward}>
        <Trans>Continue</Trans>
      </a>
    </Shell>
  )
}

function NotReady({ unready: { state, problems, steps } }: { unready: Unready }) {
  const { t } = useLingui()
  if (state === 'starting') return <Starting steps={steps} />
  const needed = problems.map(({ name, is, about, expected }) => ({
    name,
    expected: is === 'missing' ? t`Missing. Expected: ${expected}` : t`Not right. Expected: ${expected}`,
    purpose: about,
  }))
  return (
    <>
      <title>{titled(t`Setup Required`)}</title>
      <SetupRequired problems={needed} />
    </>
  )
}

/** 503 while the server starts. The page reloads itself. */
function Starting({ steps = [] }: { steps: Step[] | undefined }) {
  const { t } = useLingui()
  const { pathname, search } = useLocation()
  const names = {
    packages: t`Packages`,
    product: t`Product`,
    database: t`Database`,
    examples: t`Example content`,
  }
  return (
    <Shell alone>
      <meta httpEquiv="refresh" content="2" />
      <h1 className={heading}>
        <Trans>{'{brand}'} is starting</Trans>
      </h1>
      <p className={sentence}>
        <Trans>It takes a moment. This page opens automatically when everything is ready.</Trans>
      </p>
      {steps.length > 0 && (
        <ol className="mt-6 flex flex-col gap-2">
          {steps.map(({ name, is }) => (
            <li
              key={name}
              aria-current={is === 'doing' ? 'step' : undefined}
              className={is === 'done' ? '' : 'text-muted'}
            >
              {is === 'done' ? '✓ ' : is === 'doing' ? '… ' : '○ '}
              {names[name]}
            </li>
          ))}
        </ol>
      )}
      <a href={pathname + search} className={onward}>
        <Trans>Refresh Page</Trans>
      </a>
    </Shell>
  )
}

/** 403: the person is signed in, but may not see this part of the app. */
export function Forbidden() {
  return (
    <Shell>
      <LooseThread number="403" />
      <h1 className={heading}>
        <Trans>You don’t have access to this page</Trans>
      </h1>
      <p className={sentence}>
        <Trans>
          You are signed in, but this part is for administrators only. If you need access, ask an administrator to add
          you.
        </Trans>
      </p>
      <p className="flex flex-wrap gap-x-4">
        <Link to="/dashboard" className={onward}>
          <Trans>Go to your dashboard</Trans>
        </Link>
        <Link to="/" className={aside}>
          <Trans>Return to Home</Trans>
        </Link>
      </p>
    </Shell>
  )
}

/** A setting that is missing or wrong: its name, the value expected, and its purpose. */
type Missing = { name: string; expected: string; purpose?: string }

/** 503 while the settings are wrong or the database can't be reached. The page disappears by itself once they are right. */
export function SetupRequired({ problems }: { problems: Missing[] }) {
  return (
    <Shell alone>
      <h1 className={heading}>
        <Trans>Setup Required</Trans>
      </h1>
      <p className={sentence}>
        <Trans>{'{brand}'} is running, but it can’t serve pages yet. This is what it needs:</Trans>
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

/** Loads the same address again. A form, because the button has to work without JavaScript. */
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
