import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { isRouteErrorResponse, useLocation } from 'react-router'
import { titled } from '#app/kit/brand.ts'
import { faultIn, refusedIn } from '#app/kit/faults.ts'
import type { BrokenLine } from '#app/ui/broken-line.ts'
import { useRequestId } from '#app/ui/document.ts'
import { fetched } from '#app/ui/fetched.tsx'
import { DriveNotFound, NotFound, noSuchDrive } from './not-found.tsx'
import { aside, heading, LooseThread, onward, Shell, sentence } from './shell.tsx'

/** The page for answers that come only from the server, fetched when needed. Errors in the browser or the network need no fetch. */
const InsteadOfPage = fetched(async () => (await import('./instead-of-page.tsx')).InsteadOfPage)

/** The page for any error. It needs no data, because the root's own data may be what failed. */
export function WentWrong({ error }: { error: unknown }) {
  const { t } = useLingui()
  const request = useRequestId()
  if ((error as BrokenLine | undefined)?.brokenLine) return <Unfetched />
  const fault = faultIn(error)
  const refused = refusedIn(error)
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status === 404 && !refused && !fault?.unready)
    return isRouteErrorResponse(error) && error.data === noSuchDrive ? <DriveNotFound /> : <NotFound />
  if (refused || fault?.unready || (status >= 400 && status < 500)) {
    const words = isRouteErrorResponse(error) && typeof error.data === 'string' ? error.data : ''
    return (
      <Suspense>
        <InsteadOfPage {...{ refused, unready: fault?.unready, status, words }} />
      </Suspense>
    )
  }
  // A server error without an id shows the request's own id; a browser error is in no log.
  const id = fault?.id ?? (isFromServer(error) ? request : undefined)
  return (
    <>
      <title>{titled(t`Something broke on our side`)}</title>
      {fault?.detail && <pre className="overflow-auto p-4 text-sm">{fault.detail}</pre>}
      <Fault status={status} {...(id ? { id } : {})} />
    </>
  )
}

/** True for the router's own words for an error whose details it hides from the browser. */
const isFromServer = (error: unknown) => error instanceof Error && error.message === 'Unexpected Server Error'

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
function Unfetched() {
  const { t } = useLingui()
  return (
    <Shell>
      <title>{titled(t`The connection broke`)}</title>
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
