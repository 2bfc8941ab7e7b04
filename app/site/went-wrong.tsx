import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { faultIn, refusedIn } from '#app/kit/faults.ts'
import type { BrokenLine } from '#app/ui/broken-line.ts'
import { fetched } from '#app/ui/fetched.tsx'
import { useRequestId } from '#app/ui/request-id.ts'
import { Fault, Unfetched } from './fault.tsx'
import { DriveNotFound, NotFound, noSuchDrive } from './not-found.tsx'

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
      <title>{`${t`Something broke on our side`} · Harambee`}</title>
      {fault?.detail && <pre className="overflow-auto p-4 text-sm">{fault.detail}</pre>}
      <Fault status={status} {...(id ? { id } : {})} />
    </>
  )
}

/** True for the router's own words for an error whose details it hides from the browser. */
const isFromServer = (error: unknown) => error instanceof Error && error.message === 'Unexpected Server Error'
