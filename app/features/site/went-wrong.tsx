import { Trans, useLingui } from '@lingui/react/macro'
import { isRouteErrorResponse, Link, useLocation } from 'react-router'
import { faultIn, type Refused, refusedIn, type Unready } from '#app/kit/faults.ts'
import type { BrokenLine } from '#app/ui/broken-line.ts'
import { useRequestId } from '#app/ui/request-id.ts'
import { Fault, Unfetched } from './fault.tsx'
import { LooseThread } from './loose-thread.tsx'
import { DriveNotFound, NotFound, noSuchDrive } from './not-found.tsx'
import { SetupRequired } from './setup-required.tsx'
import { aside, heading, onward, Shell, sentence } from './shell.tsx'

/** The page for an error, whatever it is: it needs no data, because the root's own may be what failed. */
export function WentWrong({ error }: { error: unknown }) {
  const { t } = useLingui()
  const request = useRequestId()
  if ((error as BrokenLine | undefined)?.brokenLine) return <Unfetched />
  const fault = faultIn(error)
  const refused = refusedIn(error)
  if (refused) return <NotNow {...refused} />
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (fault?.unready) return <NotReady unready={fault.unready} />
  if (status === 404)
    return isRouteErrorResponse(error) && error.data === noSuchDrive ? <DriveNotFound /> : <NotFound />
  const words = isRouteErrorResponse(error) && typeof error.data === 'string' ? error.data : ''
  if (status >= 400 && status < 500 && (status !== 403 || words)) return <NotTaken status={status} words={words} />
  if (status === 403)
    return (
      <>
        <title>{`${t`You don’t have access to this page`} · Harambee`}</title>
        <Forbidden />
      </>
    )
  // The request's own id stands for an error of the server's that carries none; an error of the browser's is in no log.
  const id = fault?.id ?? (isFromServer(error) ? request : undefined)
  return (
    <>
      <title>{`${t`Something broke on our side`} · Harambee`}</title>
      {fault?.detail && <pre className="overflow-auto p-4 text-sm">{fault.detail}</pre>}
      <Fault status={status} {...(id ? { id } : {})} />
    </>
  )
}

/** What was sent was turned away; the server's sentence says why where it is meant for people. */
function NotTaken({ status, words }: { status: number; words: string }) {
  const { t } = useLingui()
  const misread = t`This request could not be understood.`
  const foreign = t`This form was not sent from this site, so nothing was done. Please open the page again and send it from there.`
  return (
    <Shell>
      <title>{`${status} · Harambee`}</title>
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

/** A rule said no, in words for the person who asked. */
function NotNow({ title, text, go = '/dashboard' }: Refused) {
  return (
    <Shell>
      <title>{`${title} · Harambee`}</title>
      <h1 className={heading}>{title}</h1>
      {text && <p className={sentence}>{text}</p>}
      <a href={go} className={onward}>
        <Trans>Continue</Trans>
      </a>
    </Shell>
  )
}

/** The router's own words for an error that it keeps from the browser. */
const isFromServer = (error: unknown) => error instanceof Error && error.message === 'Unexpected Server Error'

function NotReady({ unready: { state, problems } }: { unready: Unready }) {
  const { t } = useLingui()
  if (state === 'starting') return <Starting />
  const needed = problems.map(({ name, is, about, expected }) => ({
    name,
    expected: is === 'missing' ? t`Missing. Expected: ${expected}` : t`Not right. Expected: ${expected}`,
    purpose: about,
  }))
  return (
    <>
      <title>{`${t`Setup Required`} · Harambee`}</title>
      <SetupRequired problems={needed} />
    </>
  )
}

/** 503 in the first moments of the server. The page asks again by itself. */
function Starting() {
  const { pathname, search } = useLocation()
  return (
    <Shell alone>
      <meta httpEquiv="refresh" content="2" />
      <h1 className={heading}>
        <Trans>Harambee is starting</Trans>
      </h1>
      <p className={sentence}>
        <Trans>It takes a moment. This page opens automatically when everything is ready.</Trans>
      </p>
      <a href={pathname + search} className={onward}>
        <Trans>Refresh Page</Trans>
      </a>
    </Shell>
  )
}

/** 403: signed in, but this part of the house is not theirs. */
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
