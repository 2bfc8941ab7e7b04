import { Trans } from '@lingui/react/macro'
import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { canReload, reloadPage } from './old-page.ts'
import { Skeleton } from './skeleton.tsx'
import { askAgain, reloadIfStuck, untilThere } from './until-there.ts'

// Parts of a page whose code is loaded when they are shown. A broken connection must not take the rest of the page with it: the part
// comes when the connection is back, and until then its server-rendered content stays.

/**
 * A part that is shown as soon as it has loaded. Give its `Suspense` a key, so that waiting for it is seen. Marks its box with
 * `data-alive` when React has taken over, for the script that holds taps until then (load-react.ts).
 */
export const fetched = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    const Part = await untilThere(load)
    return {
      default: (props: Props) => (
        <div ref={markAlive} data-lazy="" className="contents">
          <Part {...props} />
        </div>
      ),
    }
  })

const markAlive = (box: HTMLElement | null) => box?.setAttribute('data-alive', '')

const patience = 4000
/** Milliseconds to wait without a network. */
const patienceOffline = 400

/** A placeholder for such a part; after a while it says that it could not be loaded yet, and offers to try again. */
export function OnItsWay() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (late) return
    const timer = setTimeout(() => setLate(true), navigator.onLine ? patience : patienceOffline)
    return () => clearTimeout(timer)
  }, [late])
  useEffect(() => {
    const timer = setInterval(reloadIfStuck, 500)
    return () => clearInterval(timer)
  }, [])
  const again = () =>
    tryAgainOrReload(() => {
      setLate(false)
      window.dispatchEvent(new Event(askAgain))
    })
  return (
    <>
      <div role="alert">{late && <FailedCard onTryAgain={again} />}</div>
      {!late && <Skeleton className="h-64 w-full" />}
    </>
  )
}

/**
 * Tries again, and reloads the page as soon as the server answers: most browsers remember a file that failed to load, and don't request
 * it again.
 */
export function tryAgainOrReload(again: () => void, reload = reloadPage): void {
  again()
  void canReload().then((can) => can && reload())
}

type FailedCardProps = {
  title?: ReactNode
  text?: ReactNode
  role?: 'alert'
  busy?: boolean
  onTryAgain: () => void
}

/** Says that something could not be loaded, with a button that tries again. */
export const FailedCard = ({ title, text, role, busy, onTryAgain }: FailedCardProps) => (
  <div
    role={role}
    className="grid justify-items-center gap-2 rounded-card border border-line bg-card px-5 py-10 text-center"
  >
    <p className="font-bold font-display text-xl">{title ?? <Trans>This could not be loaded</Trans>}</p>
    <p className="max-w-md text-muted">
      {text ?? <Trans>It is not your fault. Your connection or our server dropped out.</Trans>}
    </p>
    <Button type="button" variant="secondary" className="mt-3" busy={busy} onClick={onTryAgain}>
      <Trans>Try again</Trans>
    </Button>
  </div>
)
