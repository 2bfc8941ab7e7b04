import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { canReload } from './old-page.ts'
import { useDialogEntry } from './use-dialog-entry.ts'
import { useHydrated } from './use-hydrated.ts'

/**
 * A link to a form that with a script is a button, which opens the form in a dialog. The dialog's code is loaded when a person points
 * at it; a failure is shown, and an old page goes to the form's own address. With `patience`, in milliseconds, a slow connection goes
 * there, too: a page comes sooner than the parts of a dialog. Parts that load as false lead there, too. Back closes the dialog.
 */
export function useFetchedDialog(address: string, fetchParts: () => Promise<unknown>, patience = 0) {
  const scripted = useHydrated()
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const [state, setState] = useState<'coming' | 'broken'>()
  const parts = useRef<Promise<unknown>>(undefined)
  const entry = useDialogEntry(address, { show: () => setOpen(true), hide: () => setOpen(false), ready: wanted })
  // A page restored from the browser's cache is no longer being left.
  useEffect(() => {
    const back = () => setState(undefined)
    addEventListener('pageshow', back)
    return () => removeEventListener('pageshow', back)
  }, [])
  const fetchOnce = () => {
    parts.current ??= fetchParts()
    parts.current.catch(() => (parts.current = undefined))
    return parts.current
  }
  const show = (event: MouseEvent | KeyboardEvent) => {
    event.preventDefault()
    if (state === 'coming') return
    setState('coming')
    let left = false
    const leave = () => {
      left = true
      location.assign(address)
      // A person who stops the navigation can press again.
      setTimeout(() => setState(undefined), 10_000)
    }
    const timer = patience && navigator.onLine ? setTimeout(leave, patience) : undefined
    void fetchOnce().then(
      (come) => {
        clearTimeout(timer)
        if (left) return
        if (come === false) return leave()
        setState(undefined)
        setWanted(true)
        setOpen(true)
        entry.enter()
      },
      async () => {
        clearTimeout(timer)
        if (left) return
        // A browser that remembers the failure never gets the dialog: the form has a page of its own, too.
        if (await canReload()) location.assign(address)
        else setState('broken')
      },
    )
  }
  const point = () => void (scripted && fetchOnce())
  return {
    open,
    /** True once it was opened: from then on it stays on the page. */
    wanted,
    broken: state === 'broken',
    close: () => {
      setOpen(false)
      entry.leave()
    },
    opener: {
      to: address,
      // On a page that is not hydrated yet, a tap hydrates the page and waits a moment.
      'data-opens': '',
      role: scripted ? 'button' : undefined,
      'aria-haspopup': scripted ? ('dialog' as const) : undefined,
      'aria-busy': state === 'coming' || undefined,
      onPointerEnter: patience ? point : undefined,
      onFocus: patience ? point : undefined,
      onClick: (event: MouseEvent) => event.metaKey || event.ctrlKey || show(event),
      onKeyDown: (event: KeyboardEvent) => event.key === ' ' && show(event),
    },
  }
}
