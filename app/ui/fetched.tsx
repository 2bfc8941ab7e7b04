import { Trans } from '@lingui/react/macro'
import { type ComponentType, lazy, useEffect, useState } from 'react'
import { isOldPage } from './old-page.ts'
import { Skeleton } from './skeleton.tsx'

// Parts of a page whose code is fetched when they are shown. A line that breaks meanwhile must not take the rest of the
// page with it: the part comes when the line is back, and until then what the server has drawn of it stays.

/** A part that is shown as soon as it can be had. Give its `Suspense` a key, so that waiting for it is seen. */
export const fetched = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await untilThere(load) }))

const firstWait = 1000
const longestWait = 30_000

/** Asks again after a wait that doubles, and at once when the network is back. An old page is loaded again, once. */
export async function untilThere<Part>(load: () => Promise<Part>, renew = loadAgainOnce): Promise<Part> {
  for (let wait = firstWait; ; wait = Math.min(longestWait, wait * 2))
    try {
      return await load()
    } catch (error) {
      // On the server nothing is fetched: what is missing there is a fault.
      if (typeof window === 'undefined') throw error
      if (await isOldPage()) renew()
      await somethingChanges(wait)
    }
}

const somethingChanges = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
    window.addEventListener('online', () => resolve(), { once: true })
  })

let renewed = false
function loadAgainOnce() {
  if (renewed) return
  renewed = true
  location.reload()
}

const patience = 4000

/** Holds the place of such a part; after a while it says that it could not be had yet. */
export function OnItsWay() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <div role="alert">
        {late && (
          <>
            <p className="font-bold font-display text-xl">
              <Trans>This could not be loaded</Trans>
            </p>
            <p className="mt-2 mb-4 text-muted">
              <Trans>It is not your fault. Your connection or our server dropped out.</Trans>
            </p>
          </>
        )}
      </div>
      <Skeleton className="h-64 w-full" />
    </>
  )
}
