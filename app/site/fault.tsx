import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from 'react-router'
import { LooseThread } from './loose-thread.tsx'
import { aside, heading, onward, Shell, sentence } from './shell.tsx'

/** The page for an error on our side. The id is in our log too, so support can find the cause. */
export function Fault({ id, status = 500 }: { id?: string; status?: number }) {
  return (
    <Shell>
      <LooseThread number={String(status)} />
      <h1 className={heading}>
        <Trans>Something broke on our side</Trans>
      </h1>
      <p className={sentence}>
        <Trans>It was not you, and nothing you gave is lost. Please try again in a moment.</Trans>
      </p>
      {id && (
        <p className="mt-4 text-muted">
          <Trans>If you write to support, give them this number:</Trans>{' '}
          <code className="select-all break-all rounded bg-well px-1.5 py-0.5 font-mono text-ink text-sm">{id}</code>
        </p>
      )}
      <Ways />
    </Shell>
  )
}

/** The page for a failed fetch: the request never reached the server. */
export function Unfetched() {
  const { t } = useLingui()
  return (
    <Shell>
      <title>{`${t`The connection broke`} · Harambee`}</title>
      <h1 className={heading}>
        <Trans>The connection broke</Trans>
      </h1>
      <p className={sentence}>
        <Trans>This page could not be fetched. Please try again when you are connected.</Trans>
      </p>
      <Ways />
    </Shell>
  )
}

/** Plain links: after a fault the page is loaded from the server again. */
function Ways() {
  const { pathname, search } = useLocation()
  return (
    <p className="flex flex-wrap gap-x-4">
      <a href={pathname + search} className={onward}>
        <Trans>Try again</Trans>
      </a>
      <a href="/" className={aside}>
        <Trans>Return to Home</Trans>
      </a>
    </p>
  )
}
