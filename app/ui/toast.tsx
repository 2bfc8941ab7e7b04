import { lazy, Suspense, useSyncExternalStore } from 'react'
import { listenForToasts, toastsWanted } from './toast-queue.ts'

export { toast } from './toast-queue.ts'

/** Fetched again and again while the line is broken: a toast that can't be shown yet must not take the page with it. */
const fetchCorner = (): Promise<typeof import('./toast-corner.tsx')> =>
  import('./toast-corner.tsx').catch(() => new Promise((resolve) => setTimeout(() => resolve(fetchCorner()), 2000)))

const ToastCorner = lazy(fetchCorner)

/** Stands once, at the end of the root's body. */
export function Toasts() {
  const started = useSyncExternalStore(listenForToasts, toastsWanted, () => false)
  return started ? (
    <Suspense>
      <ToastCorner />
    </Suspense>
  ) : null
}
