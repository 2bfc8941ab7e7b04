import { lazy, Suspense, useSyncExternalStore } from 'react'
import { listenForToasts, toastsWanted } from './toast-queue.ts'

export { toast } from './toast-queue.ts'

const ToastCorner = lazy(() => import('./toast-corner.tsx'))

/** Stands once, at the end of the root's body. */
export function Toasts() {
  const started = useSyncExternalStore(listenForToasts, toastsWanted, () => false)
  return started ? (
    <Suspense>
      <ToastCorner />
    </Suspense>
  ) : null
}
