import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { listenForToasts, toastsWanted } from './toast-queue.ts'

export { toast } from './toast-queue.ts'

/** Loads it again and again while the connection is broken: a toast that can't be shown yet must not take the page with it. */
const fetchCorner = (): Promise<typeof import('./toast-corner.tsx')> =>
  import('./toast-corner.tsx').catch(() => new Promise((resolve) => setTimeout(() => resolve(fetchCorner()), 2000)))

/** The place of toasts, once, at the end of the root's body. */
export function Toasts() {
  const started = useSyncExternalStore(listenForToasts, toastsWanted, () => false)
  // Not by lazy() and Suspense: React may leave their content waiting while another part's code is loading.
  const [ToastCorner, setToastCorner] = useState<ComponentType>()
  useEffect(() => {
    if (started) fetchCorner().then(({ default: corner }) => setToastCorner(() => corner))
  }, [started])
  return ToastCorner ? <ToastCorner /> : null
}
