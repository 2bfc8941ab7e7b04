import { useEffect } from 'react'
import type { Said } from '#app/kit/says.ts'
import { toast } from './toast.tsx'

// One listener for all forms of the page: which was sent last, and that none is sent while the device is offline. A
// sent form that never arrives would take the page with it, and with the page what was typed.

let last: HTMLFormElement | undefined
let offline: Said | undefined

/** The form that was sent last. */
export const lastSent = () => last

/** What is said to somebody who sends a form while their device is offline. */
export function useOfflineWords(said: Said): void {
  useEffect(() => {
    offline = said
  })
}

if (typeof document !== 'undefined')
  document.addEventListener(
    'submit',
    (event) => {
      last = event.target as HTMLFormElement
      if (navigator.onLine || !offline || last.method !== 'post') return
      event.preventDefault()
      event.stopPropagation()
      toast(offline)
    },
    { capture: true },
  )

type Control = HTMLElement & { name?: string; type?: string; disabled?: boolean }

/** The first control, in the order of the page, that there are words about. */
export function fieldInFault(
  form: { elements: ArrayLike<unknown> } | undefined,
  errors: Record<string, string> | undefined,
): HTMLElement | undefined {
  if (!form || !errors) return undefined
  const controls = Array.from(form.elements) as Control[]
  return controls.find(
    ({ name, type, disabled }) => name && Object.hasOwn(errors, name) && type !== 'hidden' && !disabled,
  )
}
