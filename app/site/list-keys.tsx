import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'

/** True while a key is meant as a letter: the person is typing, or has a dialog open. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], dialog[open], [role=dialog]')

/** The first link of each line of the lists on the page. */
const waysOf = () =>
  [...document.querySelectorAll<HTMLElement>('#main tbody tr, #main ol > li')].flatMap(
    (line) => line.querySelector<HTMLElement>('a[href]') ?? [],
  )

function move(by: 1 | -1): void {
  const ways = waysOf()
  const line = document.activeElement?.closest('tr, li')
  const here = ways.findIndex((way) => line?.contains(way))
  const next = ways[here < 0 ? (by > 0 ? 0 : ways.length - 1) : Math.min(ways.length - 1, Math.max(0, here + by))]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

/** j and k go down and up a list; Enter opens the line's link. Shows a hint about that, where there is a keyboard. */
export function ListKeys() {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return
      if (document.querySelector('dialog[open], [role=dialog]')) return
      if (event.key === 'j') move(1)
      else if (event.key === 'k') move(-1)
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [])
  return (
    <p className="needs-script mr-auto hidden text-muted text-sm lg:pointer-fine:block">
      <Trans>
        Keyboard: <kbd>j</kbd> and <kbd>k</kbd> move through a list, <kbd>Enter</kbd> opens.
      </Trans>
    </p>
  )
}
