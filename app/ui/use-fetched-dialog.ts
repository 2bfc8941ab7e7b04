import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { isOldPage } from './old-page.ts'
import { useHydrated } from './use-hydrated.ts'

/**
 * A link to a form that with a script is a button, which opens the form in a dialog. What the dialog needs is fetched when
 * somebody wants it; where that breaks, it is said, and an old page goes to the form's own address.
 */
export function useFetchedDialog(address: string, fetchParts: () => Promise<unknown>) {
  const scripted = useHydrated()
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const [state, setState] = useState<'coming' | 'broken'>()
  const show = (event: MouseEvent | KeyboardEvent) => {
    event.preventDefault()
    setState('coming')
    void fetchParts().then(
      () => {
        setState(undefined)
        setWanted(true)
        setOpen(true)
      },
      async () => ((await isOldPage()) ? location.assign(address) : setState('broken')),
    )
  }
  return {
    open,
    /** It was opened once: from then on it stays on the page. */
    wanted,
    broken: state === 'broken',
    close: () => setOpen(false),
    opener: {
      to: address,
      role: scripted ? 'button' : undefined,
      'aria-haspopup': scripted ? ('dialog' as const) : undefined,
      'aria-busy': state === 'coming' || undefined,
      onClick: (event: MouseEvent) => event.metaKey || event.ctrlKey || show(event),
      onKeyDown: (event: KeyboardEvent) => event.key === ' ' && show(event),
    },
  }
}
