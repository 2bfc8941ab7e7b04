import { useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'
import { onTravel } from './travel.ts'

type Does = {
  show: () => void
  hide: () => void
  /** True if the dialog was open before. Otherwise it can't be shown at once, and the form's own page is. */
  ready: boolean
}

/**
 * Gives an open dialog an entry in the browser's history, with the address that its form has as a page of its own: Back closes it,
 * Forward opens it again, and reloading the page shows its form. The router knows nothing of this: the page below stays as it is.
 */
export function useDialogEntry(address: string, does: Does) {
  const id = useId()
  const { pathname, search } = useLocation()
  const now = useRef({ ...does, page: '' })
  now.current = { ...does, page: pathname + search }
  const isIn = useRef(false)
  useEffect(() => {
    // The listener runs before the router's, which would reload the page, or go to the form's own.
    return onTravel((event) => {
      const was = isIn.current
      isIn.current = isAt(id) && now.current.ready
      if (was === isIn.current) return
      const { page, show, hide } = now.current
      if (was) hide()
      else show()
      // Steps further than between the dialog and its page are the router's.
      if (isIn.current || location.pathname + location.search === page) event.stopImmediatePropagation()
    })
  }, [id])
  return {
    enter: (to = address) => {
      if (isIn.current) return
      isIn.current = true
      const idx = ((history.state as { idx?: number } | null)?.idx ?? 0) + 1
      history.pushState({ idx, key: id, [mark]: id }, '', to)
    },
    /** Goes back when the dialog is closed in another way. */
    leave: () => isIn.current && isAt(id) && history.back(),
  }
}

const mark = 'dialog'
const isAt = (id: string) => (history.state as { [mark]?: string } | null)?.[mark] === id

/** Leaves the app's page for this address. From a dialog, Back leads to the page below it, and not to a form that was sent. */
export function leaveFor(url: string) {
  if ((history.state as { [mark]?: string } | null)?.[mark]) location.replace(url)
  else location.assign(url)
}
